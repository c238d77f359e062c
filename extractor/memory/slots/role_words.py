"""Role words: what a project or a person has for a purpose, and the names of what serves it.

Owns the tables. Promises plain words in small letters, each name in one role only. Never reads a text.
"""

from __future__ import annotations

NOUNS = {
    "database": "database, db, warehouse, data warehouse, main database, primary database, data store, datastore",
    "cache": "cache, caching",
    "queue": "queue, job queue, task queue, message queue, background jobs, job backend, message broker, broker, event bus",
    "host": "hosting, host, hosting provider, cloud provider, infra, infrastructure",
    "gateway": "gateway, api gateway, reverse proxy, ingress, load balancer",
    "cdn": "cdn, assets, static assets, static files",
    "pipelines": "ci, ci server, ci system, ci pipeline, ci/cd, build server",
    "errors": "error tracker, error tracking, error reporting, crash reporting, crash reports, exceptions",
    "logging": "logging, logs, logger, logging library, log with, log to",
    "metrics": "metrics, monitoring, observability, dashboards",
    "flags": "feature flags, feature flag, flags, feature toggles",
    "mapper": "orm, object mapper",
    "migrations": "migration tool, schema migrations, database migrations",
    "search": "search engine, full-text search, search backend",
    "payments": "payments, payment provider, payment processor",
    "mail": "mail provider, email provider, transactional email, transactional emails, transactional mail",
    "login": "auth, auth provider, authentication, identity provider, single sign-on, sso",
    "credentials": "secret store, secret management, secrets manager, secrets",
    "analytics": "analytics, product analytics, usage tracking",
    "registry": "container registry, docker registry, package registry, artifact registry",
    "infrastructure code": "infrastructure as code, infra as code, iac",
    "content": "cms, content management",
    "translations": "translations, translation files, translation management, localization, localisation",
    "design": "design system, designs, mockups, wireframes, design tool",
    "handbook": "docs, documentation, our documentation, wiki, knowledge base, handbook",
    "tracker": "tracker, tickets, ticket system, ticketing, issue tracker, issue tracking, bug tracker, issues, bug reports",
    "chat": "chat, team chat",
    "packages": "package manager",
    "wheels": "python packaging, python package manager, python dependencies, python deps",
    "workspace": "monorepo, monorepo tool, workspace tool",
    "builds": "bundler, bundling, build tool",
    "formatter": "formatter, formatting, code formatter",
    "linter": "linter, linting",
    "types": "type checker, type checking",
    "unit tests": "unit tests, unit test framework, test runner, test framework",
    "browser tests": "e2e tests, end-to-end tests, browser tests",
    "styles": "styles, styling, stylesheets, css, css framework",
    "state": "state management, client state, global state",
    "validation": "validation, schema validation, input validation",
    "dates": "date handling, date library, dates",
    "components": "component library, ui library, ui kit",
    "training": "training code, model training, models are trained, ml framework",
    "experiments": "experiments, experiment tracking, every experiment",
    "licence": "license, licence",
    "codename": "renamed the project, codename, code name, project name",
    "editor": "editor, ide, main editor",
    "shell": "shell, terminal shell",
    "system": "os, operating system",
    "language": "written, language, programming language, implementation language",
}
"""By a role, what it is called: nouns that by themselves say what for. Parted by commas."""
NAMES = {
    "gateway": "kong traefik nginx envoy haproxy caddy apisix",
    "cdn": "cloudfront cloudflare fastly akamai bunny keycdn",
    "pipelines": "teamcity bamboo bitbucketpipelines woodpecker concourse tekton",
    "errors": "sentry glitchtip bugsnag rollbar raygun honeybadger airbrake crashlytics",
    "logging": "winston pino bunyan log4j logback loguru structlog zap zerolog slog serilog",
    "metrics": "prometheus grafana datadog newrelic dynatrace honeycomb zabbix",
    "flags": "launchdarkly unleash flagsmith growthbook configcat split",
    "mapper": "sequelize drizzle prisma typeorm mikroorm hibernate sqlalchemy peewee knex kysely objection",
    "migrations": "alembic flyway liquibase",
    "search": "elasticsearch opensearch meilisearch algolia typesense solr",
    "payments": "stripe adyen paddle braintree mollie paypal lemonsqueezy",
    "mail": "sendgrid mailgun postmark ses resend mailchimp brevo",
    "login": "auth0 okta keycloak cognito clerk authentik zitadel",
    "credentials": "vault doppler infisical 1password sops",
    "analytics": "amplitude mixpanel posthog plausible matomo segment umami",
    "registry": "ecr ghcr dockerhub artifactory nexus",
    "infrastructure code": "terraform opentofu pulumi cloudformation cdk ansible",
    "content": "contentful strapi sanity storyblok wordpress directus",
    "translations": "lokalise crowdin phrase transifex weblate poeditor",
    "design": "figma penpot sketch zeplin",
    "handbook": "confluence notion gitbook mkdocs sphinx docusaurus",
    "tracker": "shortcut clickup redmine bugzilla",
    "workspace": "lerna turborepo nx bazel pants",
    "styles": "sass less bulma tailwindcss cssmodules styledcomponents vanillaextract",
    "state": "redux zustand mobx pinia jotai recoil vuex",
    "validation": "zod yup joi valibot envalid ajv",
    "dates": "moment dayjs date-fns luxon",
    "components": "mui chakra antd mantine radix shadcn",
    "training": "tensorflow pytorch jax keras",
    "experiments": "mlflow wandb neptune comet",
    "database": "mssql mariadb neo4j cassandra clickhouse snowflake bigquery duckdb redshift",
    "licence": "mit apache gpl agpl lgpl bsd mpl",
    "language": "rust python golang typescript javascript java kotlin scala swift ruby php elixir erlang haskell clojure ocaml"
    " zig c++ c# f# perl lua dart julia groovy",
    "queue": "celery sidekiq bullmq rq resque",
    "python tests": "pytest unittest",
}
"""By a role, further names of what serves it, beside those of the slots that are filled by a name alone."""
TWO_WORDS = {
    "css modules": "cssmodules", "styled components": "styledcomponents", "new relic": "newrelic", "docker hub": "dockerhub",
    "weights & biases": "wandb", "vanilla extract": "vanillaextract", "bunny cdn": "bunny", "sql server": "mssql",
    "azure devops": "azuredevops", "plain css": "css", "amazon ses": "ses", "ant design": "antd", "day.js": "dayjs",
    "kotlin dsl": "kotlin", "iso 8601": "iso8601",
}  # fmt: skip
"""Names of two words, written as one."""
PEOPLE = {
    "lead": "tech lead, team lead, lead",
    "manager": "manager, boss, line manager",
    "product owner": "product owner, po, pm, product manager",
    "reviewer": "reviewer, code reviewer",
    "designer": "designer",
    "contact": "contact, contact person",
}
"""The same for what somebody is to others."""
MEASURES = {
    "line length": "line length, line width, line length limit, max line length, maximum line length, line limit,"
    " wrap at, wrap lines at",
    "coverage": "coverage, test coverage, code coverage, coverage threshold",
    "approvals": "approvals, approval, reviewers",
    "retention": "retention, retention period",
    "timeout": "timeout, session timeout, request timeout",
    "page size": "page size",
    "rate limit": "rate limit",
    "budget": "budget",
}
"""By what is measured, what it is called: its value is a number."""
COUNTED = "one two three four five six seven eight nine ten twelve"
"""Numbers in words."""
PLAIN = frozenset(
    "store stored keep kept manage managed handle handled track tracked host hosted serve served come comes written"
    " wrote write built build done made sent send shown show train trained style styled queue queued log logged"
    " monitor monitored bundle bundled deploy deployed report reported validate validated license licensed tool"
    " backend provider library service system platform solution setup stack primary current currently today nowadays"
    " throughout these days last month weekend week year over official choice replaced cheaper instead anything"
    " everything whatever infra sit stay remain name named land took take taken old new ripped rip out drop dropped"
    " follow go all by owner max maximum min minimum limit must above below percent character characters char chars"
    " column columns threshold enough every each need needs pr prs pull request requests merge merged merging before"
    " between bumped bump raised lowered lower set exactly around about roughly no any more got have gets get finished"
    " under code thing finally btw also simply ripping".split()
)
"""Words beside a role that do not tell what of: how something is done there, and since when. Their roots count as well."""
