"""A password given to a command goes; the command stays as it was."""

from __future__ import annotations

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

PASSWORD = "Qw3" + "rty77d"


@pytest.mark.parametrize(
    "command",
    [
        "redis-cli -h cache.internal -p 6380 -a {} ping",
        "redis-cli -h cache \\\n  -a '{}'",
        "redis-cli --pass {} ping",
        'expect "assword:"\nsend "{}\\r"',
        'expect "*?assword:*" {{ send "{}\\r" }}'.replace("{{", "{").replace(" }}", " }"),
        "redis-cli -h cache AUTH {}",
        "redis-cli auth default {}",
        "redis-cli -h cache\n10.0.0.7:6379> AUTH {}",
        "smbclient //nas/share -U bob%{}",
        'smbclient //nas/share -U "CORP/bob%{}" -c ls',
        "rpcclient -U bob%{} 10.0.0.5",
        "ldapsearch -x -D cn=admin,dc=x -w {} -b dc=x",
        "sqlcmd -S db -U sa -P {} -Q 'select 1'",
        "sqlcmd -S db -U sa -P{}",
        "htpasswd -bc .htpasswd bob {}",
        "htpasswd -nbB bob {}",
        "echo 'bob:{}' | chpasswd",
        "echo bob:{} | sudo chpasswd",
        "chpasswd <<< 'bob:{}'",
        "chpasswd <<< bob:{}",
        "sudo chpasswd <<EOF\nroot:$ROOT\nbob:{}\nEOF",
        '{{"command": "chpasswd <<\'EOF\'\\nbob:{}\\nEOF"}}',
        "mc alias set store http://nas:9000 admin {}",
        "mosquitto_pub -h nas -u bob -P {} -t x",
        "mosquitto_sub -u bob -P {}",
        "rabbitmqctl add_user bob {}",
        "zip -r -P {} out.zip dir",
        "unzip -P {} out.zip",
        "7z x -p{} out.7z",
        "sqlplus bob/{}@db:1521/x",
        "openssl pkcs12 -in a.p12 -passin pass:{} -nodes",
        "keytool -list -keystore k.jks -storepass {}",
        "keytool -importkeystore -srcstorepass {} -deststorepass {}",
        "keytool -genkey -keypass {}",
        "echo {} | sudo -S apt update",
        "sudo -S <<< {} ls",
        "echo {} | docker login -u bob --password-stdin",
        "http -a bob:{} GET x",
        "mongo -u root -p {}",
        "cqlsh -u bob -p {}",
        "openssl req -passout 'pass:{}'",
        "openssl enc -aes-256-cbc -k {}",
        "ssh-keygen -t ed25519 -N {} -f k",
        "wpa_passphrase net {}",
        "net user bob {} /add",
        "xfreerdp /u:bob /p:{} /v:h",
        "requirepass {}",
        "aws ssm put-parameter --name /db/x --value {} --type SecureString",
        "az keyvault secret set --vault-name v --name db --value {}",
        "gh secret set DB_PASSWORD -b {}",
        '{{"command": "redis-cli -a \\"{}\\" ping"}}',
    ],
)
def test_a_password_given_to_a_command_is_taken_out(command: str) -> None:
    said = command.replace("{}", PASSWORD)
    assert redact(said) == command.replace("{}", "[REDACTED:password]")


@pytest.mark.parametrize(
    "command",
    [
        "redis-cli -h cache -a $REDIS_AUTH ping",
        "redis-cli --no-auth-warning ping",
        "redis-cli -a",
        "smbclient //nas/share -U bob%$PASS",
        "ldapsearch -x -W -b dc=x",
        "htpasswd -c .htpasswd bob",
        "htpasswd -bc .htpasswd bob $PASSWORD",
        "zip -r out.zip dir",
        "Use sqlplus bob/orders to look",
        "openssl pkcs12 -in a.p12 -passin env:PASS2",
        "openssl pkcs12 -in a.p12 -passin file:secret2.txt",
        "keytool -list -storepass $STORE_PASS",
        "keytool asks for -storepass -keystore k.jks",
        "Is redis-cli there?\nls -a directory",
        "cat users | chpasswd",
        "chpasswd <<EOF\nbob:$PASSWORD1\nEOF\nnote:abc12345x",
        "mc alias set store http://nas:9000 admin $SECRET1",
        "mc alias list store2 http://nas9000",
        "7z x out.7z",
        "ldapsearch -x; ls -w columns80",
        "echo hello2world | sudo tee x",
        "docker run --name mysql -p 3306:3306 -d mysql:8",
        "docker run --name mysql -p3306:3306 -d mysql:8",
        "mysql -u root -p shop_production",
        "Always mkdir -p /backup/mysql before",
        "run pytest -p xdist for the mysql suite",
        "mysql needs git add -p always",
        "for mysql use ssh -p 2222",
        "zip it and cp -P links",
        "After sqlcmd is done, scp -P 2222 x",
    ],
)
def test_a_command_without_one_stays(command: str) -> None:
    assert redact(command) == command


@pytest.mark.parametrize(
    ("command", "password"),
    [
        ("redis-cli -a '{}' ping", "Qw3r&t;y|7<7>"),
        ('redis-cli -a "{}" ping', "correct horse 7 battery"),
        ("htpasswd -b users bob '{}'", 'a"b7&c'),
        ('{"command": "redis-cli -a \\"{}\\" ping"}', "a&b7;c"),
        ('{"command": "redis-cli -h \\"cache\\" -a {} ping"}', PASSWORD),
        ('{"command": "redis-cli -h cache \\\\\\n -a {} ping"}', PASSWORD),
        ("redis-cli -a {} ping", "hunterhunter"),
    ],
)
def test_quotation_marks_and_escapes_hide_no_password(command: str, password: str) -> None:
    assert redact(command.replace("{}", password)) == command.replace("{}", "[REDACTED:password]")


@pytest.mark.parametrize(
    "sentence",
    [
        "redis-cli with the -a option prints a warning",
        "unzip has no -P option here",
        "7z supports the -p flag",
        "Call ldapsearch with -w instead of -W",
        '{"command": "redis-cli ping\\nls -a directory"}',
    ],
)
def test_a_sentence_about_an_option_stays(sentence: str) -> None:
    assert redact(sentence) == sentence


def test_a_word_that_tells_where_a_password_comes_from_may_go_with_it() -> None:
    assert PASSWORD not in redact(f"openssl enc -aes-256-cbc -pass pass:{PASSWORD}")


@pytest.mark.parametrize(
    "command",
    [
        "docker login -p {} -u bob",
        "oc login -u bob -p {}",
        "useradd -m -p {} bob",
        "rdesktop -u bob -p {} host",
        "rar x -p{} a.rar",
        "bcp shop out f.bcp -S host -U sa -P {}",
        "isql -U sa -P {}",
        "net use Z: \\\\host\\share {} /user:bob",
        "cmdkey /add:host /user:bob /pass:{}",
        "sqlplus system/{}",
        "lftp -u bob,{} host",
        'gh secret set X -b"{}"',
        "bw login bob@example.com {}  # the vault's password",
        "security add-generic-password -a bob -s x -w {}",
        "security unlock-keychain -p {} login.keychain",
        "security import c.p12 -k x.keychain -P {}",
        "# requirepass and\nmasterauth {}",
        "rclone config create x sftp host h user bob pass {}",
        "# sasl_passwd\n[smtp.example.com]:587 bob@example.com:{}",
        'expect "password:"\nsend "{}\\r"',
        'expect "password:" {{ send -- "{}\\n" }}'.replace("{{", "{").replace("}}", "}"),
    ],
)
def test_more_commands_keep_no_password(command: str) -> None:
    assert redact(command.replace("{}", PASSWORD)) == command.replace("{}", "[REDACTED:password]")


def test_a_secret_of_one_time_passwords_and_a_key_to_log_in_are_taken_out() -> None:
    secret = "U4AZTDYQ" + "WSWY33R6"
    assert redact(f"oathtool --totp -b {secret}") == "oathtool --totp -b [REDACTED:password]"
    key = "e0d91c15663d94ae06f4" + "2af847c7794da0d80427"
    assert redact(f"wandb login --relogin {key}") == "wandb login --relogin [REDACTED:key]"


@pytest.mark.parametrize(
    "command",
    [
        "docker login -u bob registry2.example.com",
        "docker login, then docker run -p 8080:80 x1",
        "rar x -p a1.rar",
        "net use Z: \\\\host\\share2 /user:bob",
        "sqlplus system/setup2.sql",
        "sqlplus /nolog",
        "lftp -u bob host2",
        "security find-generic-password -a bob -w x1",
        'expect "done:"\nsend "hello2world\\r"',
        "git checkout 1f2e3d4c5b6a; login e0d91c15",
    ],
)
def test_the_same_commands_without_one_stay(command: str) -> None:
    assert redact(command) == command


@pytest.mark.parametrize(
    "unit",
    [
        "docker login a ",
        "net use a ",
        "bcp a -P",
        'password send "a',
        "sqlplus a/b1",
        "[a]:1 a:",
        "bw login a@b ",
    ],
)
def test_more_commands_without_an_end_cost_time_that_grows_as_they_do(unit: str) -> None:
    assert grows_as_it_does(redact, "password " + unit, 1000)
