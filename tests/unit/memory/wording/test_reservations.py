"""What holds for one alone, perhaps, for a while or somewhere, and what speaks against the thing it names."""

from __future__ import annotations

import pytest

from tests.support.gate import is_admitted


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Only Lena may deploy to production.", "Lena may deploy to production."),
        ("We only support Chrome.", "Chrome is supported."),
        ("Nur Lena darf in Produktion deployen.", "Lena darf in Produktion deployen."),
        ("Solo Lena puede desplegar a producción.", "Lena puede desplegar a producción."),
        ("Seule Lena peut déployer en production.", "Lena peut déployer en production."),
        ("只有Lena可以部署到生产。", "Lena可以部署到生产。"),
    ],
)
def test_what_holds_for_one_alone_is_not_told_without_the_only(said: str, text: str) -> None:
    assert not is_admitted(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("We'll probably go with Kafka.", "The team goes with Kafka."),
        ("Kafka is likely the event bus.", "Kafka is the event bus."),
        ("We could go with Kafka for events.", "The team goes with Kafka for events."),
        ("I'm leaning towards Kafka for the event bus.", "Kafka is the event bus."),
        ("Wahrscheinlich nehmen wir Kafka.", "Wir nehmen Kafka."),
        ("Wir könnten Kafka nehmen.", "Wir nehmen Kafka."),
        ("Probablemente usemos Kafka.", "Usamos Kafka."),
        ("我觉得可能要用Postgres。", "要用Postgres。"),
        ("Not sure, but I believe staging runs Postgres 14.", "Staging runs Postgres 14."),
        ("As far as I know, the tests run on Node 18.", "The tests run on Node 18."),
        ("As far as I know the tests run on Node 20.", "The tests run on Node 20."),
        ("IIRC the tests run on Node 20.", "The tests run on Node 20."),
        ("Creo que usamos Redis.", "Usamos Redis."),
        ("Ich glaube, die Tests laufen auf Node 20.", "Die Tests laufen auf Node 20."),
    ],
)
def test_what_may_be_is_not_told_as_what_is(said: str, text: str) -> None:
    assert not is_admitted(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Storing prices as floats is a mistake.", "Store prices as floats."),
        ("Hold off on merging PRs to main.", "Merge PRs to main."),
        ("The generated client code is off limits.", "Edit the generated client code."),
        ("We're moving away from microservices.", "The team uses microservices."),
        ("We moved from Mocha to Vitest.", "The team uses Mocha."),
        ("Everything is in Go apart from billing.", "Everything is in Go."),
        ("At least two reviewers must approve.", "Two reviewers must approve."),
        ("Keep the limit under 50 requests.", "Keep the limit over 50 requests."),
    ],
)
def test_what_speaks_against_a_thing_or_bounds_it_is_kept(said: str, text: str) -> None:
    assert not is_admitted(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Im Notfall darfst du ohne Review mergen.", "Du darfst ohne Review mergen."),
        ("Bei Hotfixes darfst du ohne Review mergen.", "Du darfst ohne Review mergen."),
        ("In den Tests verwenden wir keine echten E-Mails.", "Wir verwenden keine echten E-Mails."),
        ("Diese Woche darfst du ohne Review mergen.", "Du darfst ohne Review mergen."),
        ("This week you may merge without review.", "You may merge without review."),
        ("While Lena is on vacation you can merge without review.", "You can merge without review."),
        ("Hotfixes can be merged without review.", "Pull requests can be merged without review."),
    ],
)
def test_what_is_allowed_somewhere_or_for_a_while_is_not_told_without_it(said: str, text: str) -> None:
    assert not is_admitted(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Only Lena may deploy to production.", "Nobody but Lena deploys to production."),
        ("I only noticed today that CI runs on Node 18.", "CI runs on Node 18."),
        ("The only problem is that CI runs on Node 18.", "CI runs on Node 18."),
        ("Deploy only if the tests pass.", "Deploy if the tests pass."),
        ("You should probably write the test first.", "Write the test first."),
        ("We'll probably go with Kafka.", "The team will probably go with Kafka."),
        ("尽可能用标准库。", "尽可能用标准库。"),
        ("It was a mistake to store prices as floats, we use cents now.", "Prices are in cents now."),
        ("We moved from Mocha to Vitest.", "The team uses Vitest."),
        ("Everything is in Go apart from billing.", "Everything but billing is in Go."),
        ("At least two reviewers must approve.", "At least 2 reviewers must approve."),
        ("On Monday we go live with v2.", "v2 goes live on 2026-11-23."),
        ("In der Regel reviewt Lena die PRs.", "Lena reviewt in der Regel die PRs."),
        ("In diesem Projekt nutzen wir Postgres.", "Wir nutzen Postgres."),
        ("This week we decided to use Kafka.", "The team decided to use Kafka."),
        ("While we're at it, always run the linter.", "Always run the linter."),
        ("Invoices can be deleted by admins.", "Admins can delete invoices."),
    ],
)
def test_what_is_kept_in_other_words_or_reserves_nothing_passes(said: str, text: str) -> None:
    assert is_admitted(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Few customers use the export.", "Customers use the export."),
        ("The API may return null for old users.", "The API returns null for old users."),
        ("Today only: use the staging key.", "Use the staging key."),
        ("Wir haben früher Jenkins benutzt.", "Wir haben Jenkins benutzt."),
        ("Usamos Redis exceto nos testes.", "Usamos Redis."),
        ("Testler hariç Redis kullanıyoruz.", "Redis kullanıyoruz."),
        ("Używamy Redis oprócz testów.", "Używamy Redis."),
        ("除了测试我们都用 Redis。", "测试我们都用 Redis。"),
        ("テスト以外では Redis を使います。", "Redis を使います。"),
        ("테스트를 제외하고 Redis를 씁니다.", "Redis를 씁니다."),
        ("たぶん pnpm に移ります。", "pnpm に移ります。"),
        ("Może przejdziemy na pnpm.", "Przejdziemy na pnpm."),
        ("हम टेस्ट में Redis नहीं इस्तेमाल करते।", "हम टेस्ट में Redis इस्तेमाल करते।"),
        ("Chúng tôi không dùng Redis trong test.", "Chúng tôi dùng Redis trong test."),
        ("Prices exclude VAT.", "Prices include VAT."),
        ("Accept the banner in tests.", "Reject the banner in tests."),
    ],
)
def test_what_bounds_a_sentence_in_any_language_is_kept(said: str, text: str) -> None:
    assert not is_admitted(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("如果 QA 同意就部署。", "如果 QA 同意就部署。"),
        ("除了测试，我们都用 Redis。", "除了测试，我们都用 Redis。"),
        ("QAが承認したらデプロイします。", "QAが承認したらデプロイします。"),
        (
            "コミット前に必ずテストを実行しなければならない。",
            "コミット前に必ずテストを実行しなければならない。",
        ),
        ("설정 화면에서는 Redis를 씁니다.", "설정 화면에서는 Redis를 씁니다."),
        ("Usamos Redis exceto nos testes.", "Redis é usado exceto nos testes."),
        ("Users may export their data.", "Users may export their data."),
        ("We enabled caching but disabled gzip.", "Gzip is disabled."),
        ("The internal wiki has the external docs.", "The external docs are in the internal wiki."),
        ("In May we release 2.0.", "Release 2.0 is in May."),
        ("We met a few customers last week.", "The team met a few customers."),
    ],
)
def test_who_says_it_with_its_bounds_is_let_pass(said: str, text: str) -> None:
    assert is_admitted(text, said)
