"""What is of the moment costs a sentence its place, in the words of rules too; what lasts does not look like it."""

from __future__ import annotations

import pytest

from extractor.models.offline.weight import ENOUGH, weigh


def weight_of(said: str) -> int:
    """The points of a sentence with what pointing costs."""
    weighed = weigh(said)
    return weighed.points + weighed.pointing


@pytest.mark.parametrize(
    "said",
    [
        "The dropdown never closes when you click outside of it.",
        "Login is broken on Safari, the cookie is never set and you land on the first page again.",
        "El botón nunca se activa si el carrito tiene un solo artículo.",
        "I'm off for lunch, keep going with the list.",
        "Lass die Formatierung jetzt mal weg, erst muss es laufen.",
        "Stay under 100 lines for this script please.",
        "この機能はまだ動いていないので、まず直してください。",
        "버튼이 안 나와요, 항상 위로 가요.",
        "这个按钮要放在右边",
        "Quiero limpiar mi zshrc, tarda 900 ms en arrancar.",
        "Je voudrais ajouter une page pour les clients.",
        "Don't use it, I lost photos that way.",
        "Don't write that in the readme, the repo is public soon.",
        "tests not running",
        "Always do whatever you want.",
        "Marek just wrote this in Slack.",
        "This is just an FYI, you don't need to do anything about it.",
        "The server does not start any more says: Could not read package.json",
        "The script throws the following error 2026-03-04 18:06:47: -- Loading extension: http.",
        "I get 2026-03-04 18:20:03: -- Loading extension: notify.",
        "The release says zip not installed.",
        "Benchmark pronto, mas tivemos um erro no final.",
        "Кажется, не работают фильтры.",
        "Investigue este warning e corrija.",
        "Add these as packages in #file:package.json.",
        "I always forget the command for the sandbox, what was it",
        "We never got the signing to work on arm64, skip arm64 for now.",
        "Put that on top of every script here from now on.",
        "You nearly killed the branch of Lisa.",
    ],
)
def test_a_complaint_and_work_at_hand_weigh_too_little(said: str) -> None:
    assert weight_of(said) < ENOUGH


@pytest.mark.parametrize(
    "said",
    [
        "A dialog must never close when you click outside of it.",
        "The service never closes the connection itself.",
        "The cluster has no internet, so whatever you install has to come from the mirror.",
        "For the signing keys we now have to ask Priya.",
        "エラーが出たら必ずログを見てから直してください。",
        "에러가 나면 항상 로그부터 봐 주세요.",
        "如果构建报错，永远先看日志。",
        "generell: keine sleeps in e2e tests, egal wie kurz",
        "hey, quick: the staging db is pg-2 now.",
        "next: never deploy on Fridays",
        "Never open port number 80 in the importer.",
        "i will commit manually",
        "Add it to the rules: always run the linter before a commit.",
        "This is just an FYI: we moved to Postgres 16.",
        "Our work will occur solely within the v3/ folder.",
        "Post the release notes in #releases.",
    ],
)
def test_what_holds_on_weighs_enough_though_it_names_trouble_or_the_present(said: str) -> None:
    assert weight_of(said) >= ENOUGH


@pytest.mark.parametrize(
    "said",
    [
        "We froze the wire protocol at v3 because the meters cannot be reflashed.",
        "We went with SQLite because nobody wants to run a server.",
        "We picked Svelte since the team knows it.",
        "On a choisi MQTT plutôt que HTTP parce que les capteurs sont en 2G.",
        "Hemos elegido MQTT porque los sensores van por 2G.",
    ],
)
def test_a_choice_that_was_made_is_no_tale_of_the_day(said: str) -> None:
    assert weight_of(said) >= ENOUGH


@pytest.mark.parametrize(
    "said",
    [
        "우리 팀은 main에 직접 푸시 안 하고 전부 PR로 올려요.",
        "这个项目用 pnpm。",
        "这个项目的数据库由上海那边的团队管理，我们没有改表的权限，要加字段得提前两周发邮件给李工。",
        "Bu projede yorumları Türkçe yazıyoruz.",
        "Don't call them users, they are members.",
        "pnpm not npm!!!",
        "Floats for money are banned here.",
    ],
)
def test_a_project_named_by_a_word_that_points_is_no_thing_at_hand(said: str) -> None:
    assert weight_of(said) >= ENOUGH


@pytest.mark.parametrize(
    "said", ["The screen froze again.", "We went home.", "We went through the logs again."]
)
def test_a_tale_in_the_words_of_a_choice_stays_one(said: str) -> None:
    assert weight_of(said) < ENOUGH


@pytest.mark.parametrize(
    "said",
    [
        "The clock on the booking page is inaccurate by one hour.",
        "The login page can't be reached from the office.",
        "The worker is not running on our server.",
        "For some reason my branch lists every file twice.",
        "The board is showing last week's numbers for our team.",
        "The menu didn't close after we pressed the button.",
        "The header is way too narrow for our logo.",
        "As you can see, we only have two rows here.",
        "You successfully fixed the problem with our export.",
        "Make sure that there are no bugs in our export.",
        "Ensure everything is working properly.",
        "The issue we have is with the logo.",
        "El botón no funciona en nuestra tienda.",
        "El formulario va bien pero no se envía nada.",
        "Il carrello non funziona più nel nostro negozio.",
        "Le panier ne fonctionne pas chez nos clients.",
    ],
)
def test_a_complaint_without_a_word_for_an_error_is_of_the_moment(said: str) -> None:
    assert weight_of(said) < ENOUGH


@pytest.mark.parametrize(
    "said",
    [
        "If the worker is not running, always start it with make worker.",
        "A board should never show the numbers of the week before.",
        "Always make sure all tests pass before you push.",
        "Nunca borres datos de la base de producción.",
        "Exhaustive search is too slow for our robots, so we use sampling.",
        "We're not updating the lockfile by hand.",
    ],
)
def test_a_rule_for_the_same_trouble_is_not(said: str) -> None:
    assert weight_of(said) >= ENOUGH


@pytest.mark.parametrize(
    "said",
    [
        "Quiero que cambies el nombre de la ventana principal.",
        "Desarrolla la función para vaciar nuestra papelera.",
        "Vamos a probar la ventana nueva con nuestros datos.",
        "Necesito hacer cambios en nuestra página de inicio.",
        "Nos falta un botón para volver a nuestra lista.",
        "Let's change the headline to something our readers like.",
        "Can I use the staging database for our import.",
        "Cuáles son las tablas que usamos en nuestra tienda.",
        "Crie uma página para os nossos clientes.",
        "Erstelle eine Seite für unsere Kunden.",
        "Добавь кнопку для наших клиентов.",
    ],
)
def test_an_order_or_a_question_of_the_moment_stays_one_in_any_language(said: str) -> None:
    assert weight_of(said) < ENOUGH


@pytest.mark.parametrize(
    "said",
    [
        "Quiero que uses siempre pnpm en este repositorio.",
        "Vamos a usar Postgres para las colas porque ya lo tenemos.",
    ],
)
def test_a_wish_or_a_choice_that_lasts_is_kept_in_the_same_forms(said: str) -> None:
    assert weight_of(said) >= ENOUGH
