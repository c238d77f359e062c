"""Nots inside words, around verbs and without spaces."""

from __future__ import annotations

import pytest

from extractor.memory.wording.kinship import denies, leaves_out_a_not


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Testlerde veritabanını mocklamayın.", "Testlerde veritabanını mocklayın."),
        ("Loglarda e-posta adresi yazmıyoruz.", "Loglarda e-posta adresi yazıyoruz."),
        ("Bize sormadan birleştirmek yasak.", "Bize sorup birleştirmek."),
        ("テストではデータベースをモックしないでください。", "テストではデータベースをモックしてください。"),
        ("本番では使わない方針です。", "本番では使う方針です。"),
        ("レビューなしでマージしてはいけません。", "レビューなしでマージします。"),
        ("不要在没有审核的情况下合并代码。", "在没有审核的情况下合并代码。"),
        ("لن نستخدم Redis في هذا المشروع.", "نستخدم Redis في هذا المشروع."),
        ("لم نعد نستخدم Redis.", "نستخدم Redis."),
        ("On n'utilise plus Redis pour les sessions.", "On utilise Redis pour les sessions."),
        ("Arrête d'écrire des commentaires en anglais.", "Écris des commentaires en anglais."),
        ("Deja de escribir comentarios en inglés.", "Escribe comentarios en inglés."),
        ("Redis haben wir abgeschafft.", "Wir haben Redis."),
        ("Do not touch the real customer data.", "Touch the real customer data."),
    ],
)
def test_a_not_of_any_kind_is_not_left_out(said: str, text: str) -> None:
    assert leaves_out_a_not(text, [said])


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Loglarda e-posta adresi yazmıyoruz.", "Loglarda e-posta adresi yazmıyoruz."),
        ("Commit mesajlarını İngilizce yazın.", "Commit mesajlarını İngilizce yazın."),
        ("レビューなしでマージしないでください。", "レビューなしでマージしない。"),
        ("提交信息用英文,不要用中文。", "提交信息用英文。"),
        ("測試不要用假資料,要用真的資料庫。", "測試要用真的資料庫。"),
        ("不对,应该用Postgres。", "应该用Postgres。"),
        ("前端和后端分别部署。", "前端和后端部署。"),
        ("لا تستخدم Redis في الاختبارات.", "لا تستخدم Redis في الاختبارات."),
        ("Il faut plus de tests sur le paiement.", "Il faut des tests sur le paiement."),
        ("On veut que les tests passent avant de fusionner.", "Les tests passent avant de fusionner."),
        ("Dejé de usar npm y ahora uso pnpm.", "El usuario ahora usa pnpm."),
        ("Wir haben Jenkins abgeschafft und nutzen GitLab CI.", "Wir nutzen GitLab CI."),
        ("Don't mock, use a real database.", "Use a real database."),
        ("do not mock anything since tests need a real database", "Tests need a real database."),
    ],
)
def test_a_not_that_is_kept_or_said_of_something_else_is_none_left_out(said: str, text: str) -> None:
    assert not leaves_out_a_not(text, [said])


def test_what_ends_a_habit_may_be_told_with_a_not() -> None:
    assert not denies("Redis ya no se usa.", ["Dejamos de usar Redis."])
    assert not denies("Nicht entschuldigen.", ["Hör auf, dich zu entschuldigen."])
    assert denies("Redis kullanmıyoruz.", ["Redis kullanıyoruz."])
