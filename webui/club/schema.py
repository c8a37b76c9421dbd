"""The tables of a club's record, made on first use and brought up to date step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from webui.club.address import SCREEN_ROLE, ClubError

if TYPE_CHECKING:
    from psycopg import Connection

LOCK: Final = 0x1CEC1B
"""Whoever changes the tables holds this lock, so that ten tables that start at once make them once."""
CHANNEL: Final = "icekeeper"

MIGRATIONS: Final[tuple[str, ...]] = (
    # 1: tables, matches, events, pictures; who played; what follows from events, kept ready; series
    """
    CREATE TABLE tables (
        id text PRIMARY KEY, name text NOT NULL, software text NOT NULL, match_id text,
        seen_at timestamptz NOT NULL DEFAULT now());
    CREATE TABLE matches (
        id text PRIMARY KEY, table_id text REFERENCES tables(id), name text NOT NULL,
        created_at double precision NOT NULL, profile text, next integer NOT NULL DEFAULT 0,
        head bytea NOT NULL DEFAULT ''::bytea, changed integer NOT NULL DEFAULT 0,
        written_at timestamptz NOT NULL DEFAULT now());
    COMMENT ON COLUMN matches.table_id IS 'the one table that may write this match; null: the next that has it all';
    COMMENT ON COLUMN matches.head IS 'checksum of the last event, as its table counts';
    COMMENT ON COLUMN matches.changed IS 'how often names were removed; then checksums are the club''s own';
    CREATE TABLE events (
        match_id text NOT NULL REFERENCES matches(id) ON DELETE CASCADE, number integer NOT NULL, kind text NOT NULL,
        body text NOT NULL, sum bytea NOT NULL, come_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (match_id, number));
    CREATE TABLE pictures (
        match_id text NOT NULL REFERENCES matches(id) ON DELETE CASCADE, id text NOT NULL, caption text NOT NULL,
        taken_at_s double precision NOT NULL, jpeg bytea NOT NULL, PRIMARY KEY (match_id, id));
    CREATE INDEX pictures_by_id ON pictures(id);
    CREATE TABLE people (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, key text UNIQUE,
        same_as integer REFERENCES people(id));
    COMMENT ON COLUMN people.key IS 'the name as tables write it, without case and spare blanks; gone when removed';
    COMMENT ON COLUMN people.same_as IS 'the person this name was merged into';
    CREATE TABLE seats (
        match_id text NOT NULL REFERENCES matches(id) ON DELETE CASCADE, colour text NOT NULL,
        person integer NOT NULL REFERENCES people(id), PRIMARY KEY (match_id, colour));
    CREATE INDEX seats_of_person ON seats(person);
    CREATE TABLE summaries (
        match_id text PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, next integer NOT NULL,
        changed integer NOT NULL, form text NOT NULL, body text NOT NULL);
    CREATE TABLE series (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, first_day date NOT NULL,
        last_day date NOT NULL, game text NOT NULL DEFAULT '');
    """,
    # 2: whoever listens is told at once: which match went on, which table was heard of, that people changed
    f"""
    CREATE FUNCTION tell_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('{CHANNEL}', 'match ' || match_id) FROM come GROUP BY match_id;
        RETURN NULL;
    END $$;
    CREATE TRIGGER events_told AFTER INSERT ON events REFERENCING NEW TABLE AS come
        FOR EACH STATEMENT EXECUTE FUNCTION tell_events();
    CREATE FUNCTION tell_table() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('{CHANNEL}', 'table ' || NEW.id);
        RETURN NULL;
    END $$;
    CREATE TRIGGER table_told AFTER INSERT OR UPDATE ON tables FOR EACH ROW EXECUTE FUNCTION tell_table();
    CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('{CHANNEL}', TG_ARGV[0]);
        RETURN NULL;
    END $$;
    CREATE TRIGGER people_told AFTER INSERT OR UPDATE OR DELETE ON people
        FOR EACH STATEMENT EXECUTE FUNCTION tell_change('people');
    CREATE TRIGGER series_told AFTER INSERT OR UPDATE OR DELETE ON series
        FOR EACH STATEMENT EXECUTE FUNCTION tell_change('people');
    CREATE FUNCTION events_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF current_setting('icekeeper.removing', true) IS DISTINCT FROM 'on' THEN
            RAISE EXCEPTION 'events are append-only';
        END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER events_final BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION events_are_final();
    """,
    # 3: what the coach said about a match
    """
    CREATE TABLE analyses (
        match_id text PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, about text NOT NULL, body text NOT NULL);
    COMMENT ON COLUMN analyses.about IS 'checksum of the match as it was then, and of the coach';
    """,
    # 4: tournaments, as what was decided one after the other
    f"""
    CREATE TABLE tournaments (id text PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT clock_timestamp());
    CREATE TABLE decisions (
        tournament text NOT NULL REFERENCES tournaments(id) ON DELETE CASCADE, number integer NOT NULL,
        body text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (tournament, number));
    CREATE FUNCTION tell_tournament() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('{CHANNEL}', 'tournament ' || NEW.tournament);
        RETURN NULL;
    END $$;
    CREATE TRIGGER decision_told AFTER INSERT ON decisions FOR EACH ROW EXECUTE FUNCTION tell_tournament();
    """,
    # 5: what has moved since somebody looked, and whatever else is asked of a hundred thousand matches, found at once
    """
    ALTER TABLE matches ADD COLUMN moved_at timestamptz;
    UPDATE matches SET moved_at = written_at;
    ALTER TABLE matches ALTER COLUMN moved_at SET DEFAULT clock_timestamp(), ALTER COLUMN moved_at SET NOT NULL;
    CREATE FUNCTION match_moved() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.moved_at := clock_timestamp();
        RETURN NEW;
    END $$;
    CREATE TRIGGER match_moved BEFORE UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION match_moved();
    CREATE TABLE deletions (times integer NOT NULL);
    INSERT INTO deletions VALUES (0);
    CREATE FUNCTION match_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE icekeeper.deletions SET times = times + 1;
        RETURN NULL;
    END $$;
    CREATE TRIGGER match_deleted AFTER DELETE ON matches FOR EACH STATEMENT EXECUTE FUNCTION match_deleted();
    CREATE TRIGGER matches_emptied AFTER TRUNCATE ON matches FOR EACH STATEMENT EXECUTE FUNCTION match_deleted();
    CREATE INDEX matches_moved ON matches(moved_at);
    CREATE INDEX matches_begun ON matches(floor(created_at));
    CREATE INDEX matches_of_table ON matches(table_id);
    CREATE INDEX events_begun ON events(come_at) WHERE number = 0;
    """,
)
SCHEMA: Final = len(MIGRATIONS)
SCREEN_LINES: Final = 40
"""Connections of screens at the same time: of the hundred a server has as a rule, most are left for the tables."""


def prepare(connection: Connection[Any]) -> None:
    """Make the tables that are missing; from then on they are found without saying where."""
    connection.execute("SET search_path = icekeeper")
    if version_of(connection) == SCHEMA:
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        have = version_of(connection)
        if not have:
            connection.execute("CREATE SCHEMA IF NOT EXISTS icekeeper")
            connection.execute("CREATE TABLE IF NOT EXISTS icekeeper.version (number integer NOT NULL)")
        for number in range(have, SCHEMA):
            connection.execute(MIGRATIONS[number].encode())
        connection.execute("DELETE FROM icekeeper.version")
        connection.execute("INSERT INTO icekeeper.version VALUES (%s)", (SCHEMA,))


def found(connection: Connection[Any]) -> None:
    """Use the tables as they are; an error where they are not of this version."""
    connection.execute("SET search_path = icekeeper")
    have = version_of(connection)
    if have != SCHEMA:
        what = "empty" if not have else "an older one"
        raise ClubError(f"the club's record is {what}; start a table with --club first, or give a role that may write")


def version_of(connection: Connection[Any]) -> int:
    """The schema of the record; 0 for a new one. One of a later version is refused."""
    # Asked of the catalogue itself: what a session believes of names may be older than the lock it waited for.
    query = "SELECT 1 FROM pg_tables WHERE schemaname = 'icekeeper' AND tablename = 'version'"
    if connection.execute(query).fetchone() is None:
        return 0
    found = connection.execute("SELECT max(number) FROM icekeeper.version").fetchone()
    have = int(found[0]) if found and found[0] is not None else 0
    if have > SCHEMA:
        raise ClubError(f"the club's record has schema {have}, this version knows up to {SCHEMA}; update icekeeper")
    return have


def make_screen_role(connection: Connection[Any], password: str) -> bool:
    """A role that may look at everything and change nothing, for screens; whether it got this password.

    Who may not make roles, as a club's own may not, gives the rights to one that is there already.
    """
    from psycopg import sql

    role = sql.Identifier(SCREEN_ROLE)
    row = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (SCREEN_ROLE,)).fetchone()
    asked = connection.execute("SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user").fetchone()
    may = bool(asked and asked[0])
    if may:
        word = sql.SQL("ALTER ROLE" if row else "CREATE ROLE")
        how = sql.SQL("{} {} LOGIN CONNECTION LIMIT {} PASSWORD {}")
        connection.execute(how.format(word, role, sql.Literal(SCREEN_LINES), sql.Literal(password)))
    elif not row:
        command = f"sudo -u postgres createuser --connection-limit={SCREEN_LINES} --pwprompt {SCREEN_ROLE}"
        raise ClubError(f"first, on the server: {command}; then this again")
    connection.execute(sql.SQL("GRANT USAGE ON SCHEMA icekeeper TO {}").format(role))
    connection.execute(sql.SQL("GRANT SELECT ON ALL TABLES IN SCHEMA icekeeper TO {}").format(role))
    grant = "ALTER DEFAULT PRIVILEGES IN SCHEMA icekeeper GRANT SELECT ON TABLES TO {}"
    connection.execute(sql.SQL(grant).format(role))
    return may
