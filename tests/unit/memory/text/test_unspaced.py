"""Chinese, Japanese and Korean beside letters and numbers of other scripts."""

from __future__ import annotations

import pytest

from extractor.memory.text.unspaced import apart
from tests.support.gate import is_admitted


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("用Redis做缓存,不用Memcached", "用 Redis 做缓存, 不用 Memcached"),
        ("超时时间设为30秒吧", "超时时间设为 30秒 吧"),
        ("超时时间设为三十五秒", "超时时间设为 35秒"),
        ("一万五千行,一个,第三方,百分之三十", "15000 行, 一个, 第三方, 30%"),
        ("二〇二六年十二月", "2026年 12 月"),
        ("配置在config/app.toml里", "配置在 config/app.toml 里"),
        ("plain text, 30s", "plain text, 30s"),
    ],
)
def test_scripts_are_set_apart_and_numbers_in_signs_told_in_digits(text: str, parted: str) -> None:
    assert apart(text) == parted
    assert apart(parted) == parted


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("我们用Redis做缓存，不用Memcached。", "用Redis做缓存。"),
        ("把超时时间设为30秒吧。", "超时时间设为 30 秒。"),
        ("把超时时间设为三十秒吧。", "超时时间设为30秒。"),
        ("配置文件在config/app.toml里。", "配置文件在 config/app.toml 里。"),
        ("部署前先问@lena再说。", "部署前先问 @lena。"),
        ("ページサイズは５０件にしてください。", "ページサイズは50件にする。"),
        ("타임아웃은 30초로 해주세요.", "타임아웃은 30초."),
        ("main分支受保护，只能通过PR合并。", "main分支只能通过PR合并。"),
        ("端口8080是测试，9090是生产。", "端口9090是生产。"),
    ],
)
def test_a_name_or_number_is_said_whatever_sign_stands_beside_it(said: str, text: str) -> None:
    assert is_admitted(text, said)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("我们用Redis做缓存。", "我们用Redis7做缓存。"),
        ("把超时时间设为30秒吧。", "超时时间设为30分钟。"),
        ("把超时时间设为30秒吧。", "超时时间设为300秒。"),
        ("把超时时间设为三十秒吧。", "超时时间设为四十秒。"),
        ("把超时时间设为三十秒吧。", "超时时间设为三秒。"),
        ("把超时时间设为三十秒吧。", "超时时间设为三十分钟。"),
        ("最多重试3次。", "重试3次。"),
        ("重试不超过三次。", "重试3次。"),
        ("タイムアウトは30秒以内にする。", "タイムアウトは30秒にする。"),
        ("配置文件在config/app.toml里。", "配置文件在config/prod.toml里。"),
        ("部署前先问@lena再说。", "部署前先问@luis。"),
        ("端口8080是测试，9090是生产。", "端口9090是测试。"),
    ],
)
def test_another_name_number_unit_or_bound_is_refused(said: str, text: str) -> None:
    assert not is_admitted(text, said)
