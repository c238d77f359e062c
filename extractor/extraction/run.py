"""One extraction: from the cursor, through a model, to a memory commit and the cursor again.

Owns the order of these steps. Promises that the cursor moves only after the files stand, that a crash
between the two repeats nothing, and that nothing waiting is skipped. Never opens a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from functools import partial

from extractor.archive.archive import Archive
from extractor.archive.of_runs import written_into
from extractor.archive.outcome import Outcome
from extractor.archive.runs import Finished
from extractor.archive.standing import SessionInfo
from extractor.domain import NO_USAGE, Cursor, Milliseconds, Passed, Usage
from extractor.extraction import policy
from extractor.extraction.closing import Closing
from extractor.extraction.committing import Committing
from extractor.extraction.guard import agent_wrote
from extractor.extraction.homes import Homes
from extractor.extraction.job import Batch, Brief, Job, Later, Removed, Step
from extractor.extraction.limits import Limits
from extractor.extraction.manifest import manifest
from extractor.extraction.prompt import Templates, build, estimated
from extractor.extraction.second_look import SecondLook
from extractor.extraction.shown import project_view, within
from extractor.extraction.sight import Sight
from extractor.extraction.sights import Sights
from extractor.extraction.subagent import Conversation
from extractor.extraction.summarise import SumUp
from extractor.history.breaker import CLOSED, Breaker
from extractor.history.budget import Correction
from extractor.history.exchanges import QUIET_AFTER_END_TURN, QUIET_WITHOUT_END, Exchange
from extractor.history.summary import Summary
from extractor.memory.described import all_told
from extractor.memory.gate.quotes import stands_in
from extractor.memory.gate.witnesses import Witnesses
from extractor.memory.redaction.placeholders import FORGOTTEN
from extractor.memory.redaction.redact import redact
from extractor.memory.workspace import Workspace
from extractor.models.model import Briefing, Request
from extractor.moment import iso

MOST_OF_AGENTS = 20_000
"""Characters of an agent's text that is looked at whole where only its ends were shown."""
_AHEAD = 600_000
"""Milliseconds by which a session's growth may lie ahead of the clock and still count as new."""
FORK_NOTE = "fork:"
"""How the note begins that names a session a run made."""


class Extraction:
    """Takes sessions from cursor to cursor. Everything but the model call runs in the loop's thread."""

    def __init__(
        self,
        archive: Archive,
        homes_of: Callable[[SessionInfo], Homes],
        templates: Templates,
        limits: Limits,
        tz: tzinfo,
        clock: Callable[[], Milliseconds],
        removed: Removed | None = None,
    ) -> None:
        """`removed`: None where nothing people remove is noticed."""
        self._archive = archive
        self._homes_of = homes_of
        self._templates = templates
        self.limits = limits
        self._tz = tz
        self._clock = clock
        self._removed = removed
        self._second_look = SecondLook(archive)
        self._committing = Committing(archive, self._second_look, clock)
        self._sights = Sights(archive)
        self._breakers: dict[int, Breaker] = {}
        self.correction = Correction()
        """How far the estimates lie from what the model's API counts: learned from every run."""
        self.closing = Closing(archive.histories, limits, clock)

    # ------------------------------------------------------------ before the call

    def learn_since(
        self, horizon: Milliseconds, unset: tuple[Milliseconds, Milliseconds] | None = None
    ) -> None:
        """Learn, from now on, from what was said since; what was passed over as older is not looked at anew."""
        self.limits = replace(self.limits, horizon=horizon, unset=unset)

    def look(self, session_id: int, is_named: bool = False, is_dry: bool = False) -> Batch | Later:
        """What the session's next run would take in; passes over what needs no run.

        `is_named`: the person named this transcript: age does not matter and nothing more is expected.
        `is_dry`: nothing is noted in the archive.
        """
        info = self._archive.sessions.of_row(session_id)
        if info is None or self._archive.sessions.is_behind(session_id) or self._is_own_fork(info):
            return Later(None)
        with self._sights.of(info, self.limits.learn_headless, is_dry) as sight:
            return self._seen(info, sight, is_named, is_dry)

    def _is_own_fork(self, info: SessionInfo) -> bool:
        """Whether a run made the session: a fork leaves no transcript, and one that stands is not learned from."""
        return self._archive.note(f"{FORK_NOTE}{info.session}") is not None

    def note_fork(self, fork: str, run: int) -> None:
        """Remember that a run makes a session of this id."""
        self._archive.set_note(f"{FORK_NOTE}{fork}", str(run))

    def _seen(self, info: SessionInfo, sight: Sight, is_named: bool, is_dry: bool) -> Batch | Later:
        homes = self._homes_of(info)
        quiet = 1 << 60 if is_named else _quiet(self._clock(), info.grown)

        def is_foreign(exchange: Exchange) -> bool:
            return self._agent_wrote(info, sight, exchange, homes)

        def size(exchange: Exchange) -> int:
            return sight.views.of(exchange, self.limits.folding).tokens

        is_old = (lambda _at: False) if is_named else self.limits.is_old
        self._pass_over(info, sight, is_old, quiet, is_foreign, is_dry)
        if not is_dry:
            self.closing.close_due(info, sight.understood(), sight.ends)
        waiting = sight.ready(quiet)
        limit = self._archive.runs.failure(info.id).batch
        taken = policy.take(waiting, limit, self.limits.batch(self.correction), size, is_foreign)
        if not taken:
            return Later(_settles_in(quiet) if sight.anything_waits else None)
        fresh = tuple(sight.material(exchange) for exchange in taken)
        return Batch(
            session=info,
            homes=homes,
            exchanges=fresh,
            older=tuple(sight.older(taken)),
            steps=tuple(map(Step, (sight.rows(e.messages) for e in fresh), sight.cursors(taken))),
            still_waiting=len(waiting) - len(taken),
            waiting_tokens=sum(size(exchange) for exchange in waiting),
            stored=sight.summary(self._archive.histories.summaries(info.id)),
            ends=dict(sight.ends),
            views=sight.views,
        )

    def _pass_over(
        self,
        info: SessionInfo,
        sight: Sight,
        is_old: Callable[[Milliseconds], bool],
        quiet: int,
        is_foreign: Callable[[Exchange], bool],
        is_dry: bool,
    ) -> None:
        """Note what no run shall take in. A foreign exchange may uncover another: until there is none."""
        while verdicts := sight.verdicts(is_old, quiet, is_foreign):
            sight.passing(verdicts)
            if is_dry:
                continue
            with self._archive.db.transaction():
                for verdict in verdicts:
                    self._archive.messages.pass_over(verdict.rows, verdict.why)
                self._move_cursor(info, sight.cursor_behind())
            self._archive.cursors.save()

    def close_idle(self, session_id: int) -> None:
        """Close the stretch of a session in which nothing was said for long."""
        info = self._archive.sessions.of_row(session_id)
        if info is not None:
            with self._sights.of(info, self.limits.learn_headless) as sight:
                self.closing.close_due(info, sight.understood(), sight.ends)
            self._sights.let_go(session_id)

    def brief(self, batch: Batch) -> Brief:
        """What the model is given."""
        seen = batch.homes.seen()
        tombstones = self._archive.tombstones
        into = partial(written_into, self._archive.statements, is_removed=tombstones.is_on)
        written = batch.homes.written(seen, into)
        told, now = all_told(seen.files, written), self._clock()
        statements = frozenset[str]().union(*written.values())
        said = self._archive.provenance.said_in((at.path for at in batch.homes.all), statements)
        briefing = Briefing(
            older=batch.older,
            newer=batch.exchanges,
            manifest=tuple(manifest(told, [said], seen.personal, now)),
            today=datetime.fromtimestamp(now / 1000, UTC).astimezone(self._tz).date(),
        )
        limits, sizes = self.limits, self.limits.sizes(self.correction.factor)
        before = batch.views.lead_in(batch.older, limits.lead_in, batch.stored, limits.folding)
        newer = [within(project_view(e, limits.folding, batch.ends), sizes.exchange) for e in batch.exchanges]
        # Of a very long text only the ends are shown, and only what is shown can be quoted.
        cited = [m for e in batch.older for m in batch.views.cited(e)]
        fresh = [m for e in newer for m in e.messages if m.is_visible]
        stones = self._removed.tombstones_on([*cited, *fresh]) if self._removed else {}
        given = self._archive.given.of(batch.session.id)
        ids = frozenset(m.key.short for m in fresh)
        whole = {
            m.key.short: m.text
            for e in (*batch.older, *batch.exchanges)
            for m in e.visible
            if m.is_human or len(m.text) <= MOST_OF_AGENTS
        }
        witnesses = Witnesses.build([*cited, *fresh], ids, self._tz, stones, given, whole)
        elsewhere = {name: at.reach for name, at in seen.elsewhere.items()}
        workspace = Workspace(
            seen.files, witnesses, batch.session.session, iso(now), frozenset(written), self.limits.pins, elsewhere,
            lambda said: stands_in(said, self._archive.provenance.quotes()), written,
        )  # fmt: skip
        request = build(briefing, self._templates, self._tz, sizes, before, newer)
        return Brief(workspace, seen, _cleaned(request), before.summed_up)

    def begin(self, batch: Batch, model: str) -> Job:
        """Open the run and make the request; the caller lets the model converse."""
        if self._removed:
            for folder in batch.homes.all:
                self._removed.look(folder)
        counted = self._second_look.counted(batch.homes)  # first: what is done from now on may not be seen
        workspace, seen, request, summed_up = self.brief(batch)
        self._second_look.check_forgetting(batch, seen)
        run = self._archive.runs.start(
            batch.session.id, model, batch.folder.path, len(batch.exchanges), self._clock()
        )
        breaker = self._breakers.get(batch.session.id, CLOSED)
        return Job(run, batch, workspace, seen, request, counted, SumUp(summed_up, breaker, batch.stored))

    # ------------------------------------------------------------ after the call

    def keep_summary(self, job: Job, summary: Summary | None) -> None:
        """Keep what a model summed up for the session's next run; None: it failed, and the breaker counts."""
        if self._second_look.was_forgotten(job):
            return
        session, task = job.batch.session.id, job.sum_up
        self._breakers[session] = task.breaker.after(task.subject, worked=summary is not None)
        if summary is not None:
            self._archive.histories.keep_summary(session, summary, self._clock())

    def finish(self, job: Job, conversation: Conversation) -> Finished:
        """Commit what the sub-agent did and move the cursor, or record why not."""
        self.correction = self.correction.learned(estimated(job.request), conversation.first_input)
        done = Finished(
            Outcome.NOTHING,
            conversation.replies,
            conversation.usage,
            refusals=tuple(redact(refusal) for refusal in conversation.refusals),
        )
        if conversation.problem:
            return self.failed(job, replace(done, outcome=Outcome.FAILED, detail=conversation.problem))
        job = replace(job, batch=job.batch.without(conversation.rest))
        self._archive.runs.took(job.run, len(job.batch.exchanges))
        if self._second_look.was_forgotten(job):
            done = replace(done, outcome=Outcome.INTERRUPTED, refusals=(), detail=FORGOTTEN)
            self._archive.runs.finish(job.run, done, self._clock())
            return done
        if self._became_foreign(job):
            done = replace(
                done, outcome=Outcome.INTERRUPTED, detail="the agent wrote to the memory folder meanwhile"
            )
            self._archive.runs.finish(job.run, done, self._clock())
            return done
        workspace, kept = job.workspace.without_large_removal()
        if kept:
            job = replace(job, workspace=workspace)
            done = replace(
                done,
                outcome=Outcome.REMOVAL_REFUSED,
                refusals=(*done.refusals, *kept),
                detail=f"kept {job.batch.folder.path} from a large removal: {kept[0]}",
            )
        changes = workspace.changes()
        if not changes.changes:
            self._committing.nothing(job, done)
            return done
        return self._committing.commit(job, job.batch.homes.parts(changes, job.seen), done)

    def _move_cursor(self, info: SessionInfo, cursor: Cursor | None) -> None:
        if cursor is not None:
            self._archive.cursors.move(info.id, cursor, self._archive.messages.archive_id(), self._clock())

    def _became_foreign(self, job: Job) -> bool:
        """The guard, asked again: the agent may have written while the model was thinking."""
        keys = {m.key for e in job.batch.exchanges for m in e.messages}
        with self._sights.of(job.batch.session, self.limits.learn_headless) as now:
            held = now.holding(keys)
            return any(self._agent_wrote(job.batch.session, now, e, job.batch.homes) for e in held)

    def _agent_wrote(self, info: SessionInfo, sight: Sight, exchange: Exchange, homes: Homes) -> bool:
        """Whether the agent wrote memory in an exchange, itself or by a sub-agent."""
        aside = self._archive.sub_agents.calls(info, *sight.lasts(exchange), homes.spellings)
        return agent_wrote(exchange, homes.spellings, aside)

    def failed(self, job: Job, done: Finished) -> Finished:
        """A failure of the batch itself: counted, halved after three, set aside when it is one exchange."""
        runs, batch, now = self._archive.runs, job.batch, self._clock()
        following = policy.after_failure(runs.failure(batch.session.id), len(batch.exchanges))
        with self._archive.db.transaction():
            runs.finish(job.run, done, now)
            runs.set_failure(batch.session.id, following.failure, done.detail, now)
            if following.set_aside:
                runs.set_aside(batch.session.id, batch.exchanges[0].messages[0].key.uuid, done.detail, now)
                self._archive.messages.pass_over(batch.rows, Passed.SET_ASIDE)
                self._move_cursor(batch.session, batch.cursor)
        self._archive.cursors.save()
        return done

    def has_begun(self, job: Job) -> bool:
        """Whether the run's commit was begun: it is brought to its end by `resume`, and has not failed."""
        return self._committing.has_begun(job)

    def put_off(
        self, job: Job, outcome: Outcome, detail: str, turns: int = 0, usage: Usage = NO_USAGE
    ) -> None:
        """Close a run that could not be held now (an outage, the budget): its exchanges go on waiting."""
        self._archive.runs.finish(job.run, Finished(outcome, turns, usage, detail=detail), self._clock())

    def resume(self, job: Job) -> None:
        """Bring to an end a run whose commit failed half-way: its folder first, then its record.

        Raises StoreFailed or ConfigError while the fault lasts.
        """
        if not self._committing.resume(job):
            self.put_off(job, Outcome.INTERRUPTED, "its files could not be written")

    def recover(self) -> int:
        """Finish what a crash left half done, once the files of unfinished runs were recovered.

        Returns how many runs were completed: their files stand, so their cursor moves now.
        """
        completed = self._archive.complete_plans(None, self._clock())
        self._archive.runs.interrupt_open(self._clock())
        return completed


def _cleaned(request: Request) -> Request:
    """The request as it is sent. The archive holds no secret; one stored under older rules may."""
    return replace(
        request, stable=tuple(redact(text) for text in request.stable), fresh=redact(request.fresh)
    )


def _quiet(now: Milliseconds, grown: Milliseconds) -> int:
    """Milliseconds since a session grew. One that grew in what is still to come grew before the clock was set."""
    return now - grown if grown <= now else 0 if grown - now < _AHEAD else 1 << 60


def _settles_in(quiet: int) -> float:
    """Seconds until the next moment at which quiet alone may settle an exchange."""
    following = QUIET_AFTER_END_TURN if quiet < QUIET_AFTER_END_TURN else QUIET_WITHOUT_END
    return max(0, following - quiet) / 1000 + 0.05
