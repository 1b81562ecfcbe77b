"""What PostgreSQL refuses of persons: history changed, or a merge that nobody approved."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION people_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% refuses to %', TG_TABLE_NAME, lower(TG_OP)
        USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_ARGV[0], TABLE = TG_TABLE_NAME;
END $$;

-- An exclusion is lifted once; nothing else of it changes.
CREATE TRIGGER people_exclusion_stays BEFORE DELETE ON people_exclusion
    FOR EACH ROW EXECUTE FUNCTION people_refuse('people_exclusion_stays');
CREATE TRIGGER people_exclusion_no_truncate BEFORE TRUNCATE ON people_exclusion
    FOR EACH STATEMENT EXECUTE FUNCTION people_refuse('people_exclusion_stays');
CREATE TRIGGER people_exclusion_fixed BEFORE UPDATE ON people_exclusion
    FOR EACH ROW WHEN (OLD.lifted_at IS NOT NULL
        OR (OLD.id, OLD.patron_id, OLD.kind, OLD.reason, OLD.begins_on, OLD.ends_on, OLD.recorded_at,
            OLD.recorded_by_id, OLD.request_id)
        IS DISTINCT FROM (NEW.id, NEW.patron_id, NEW.kind, NEW.reason, NEW.begins_on, NEW.ends_on,
            NEW.recorded_at, NEW.recorded_by_id, NEW.request_id))
    EXECUTE FUNCTION people_refuse('people_exclusion_fixed');

-- A merge is decided once and undone once; nothing else of it changes.
CREATE TRIGGER people_merge_stays BEFORE DELETE ON people_personmerge
    FOR EACH ROW EXECUTE FUNCTION people_refuse('people_merge_stays');
CREATE TRIGGER people_merge_no_truncate BEFORE TRUNCATE ON people_personmerge
    FOR EACH STATEMENT EXECUTE FUNCTION people_refuse('people_merge_stays');
CREATE TRIGGER people_merge_fixed BEFORE UPDATE ON people_personmerge
    FOR EACH ROW WHEN (OLD.undone_at IS NOT NULL
        OR (OLD.id, OLD.merged_id, OLD.into_id, OLD.reason, OLD.proposed_at, OLD.proposed_by_id, OLD.request_id)
        IS DISTINCT FROM (NEW.id, NEW.merged_id, NEW.into_id, NEW.reason, NEW.proposed_at,
            NEW.proposed_by_id, NEW.request_id)
        OR OLD.decided_at IS NOT NULL
            AND (OLD.approved, OLD.decided_at, OLD.decided_by_id)
                IS DISTINCT FROM (NEW.approved, NEW.decided_at, NEW.decided_by_id))
    EXECUTE FUNCTION people_refuse('people_merge_fixed');

-- At commit: a person is merged into exactly the one whom an approved merge names, who is named and
-- himself merged into nobody; without such a merge he is his own.
CREATE FUNCTION people_check_merged() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    person bigint := CASE TG_TABLE_NAME WHEN 'people_patron' THEN (to_jsonb(NEW)->>'id')::bigint
        ELSE (to_jsonb(NEW)->>'merged_id')::bigint END;
    points_to bigint;
    approved_into bigint;
BEGIN
    SELECT merged_into_id INTO points_to FROM people_patron WHERE id = person;
    SELECT into_id INTO approved_into FROM people_personmerge
        WHERE merged_id = person AND approved AND undone_at IS NULL;
    IF points_to IS DISTINCT FROM approved_into THEN
        RAISE EXCEPTION 'person % is merged into %, and % was approved', person, points_to, approved_into
            USING ERRCODE = 'check_violation', CONSTRAINT = 'people_merged_by_approval', TABLE = 'people_patron';
    END IF;
    IF EXISTS (SELECT 1 FROM people_patron WHERE id = points_to AND (kind <> 'named' OR merged_into_id IS NOT NULL)) THEN
        RAISE EXCEPTION 'person % is merged into somebody without a name', person
            USING ERRCODE = 'check_violation', CONSTRAINT = 'people_merged_into_named', TABLE = 'people_patron';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER people_merged_by_approval AFTER INSERT OR UPDATE ON people_patron
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION people_check_merged();
CREATE CONSTRAINT TRIGGER people_merge_carried_out AFTER INSERT OR UPDATE ON people_personmerge
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION people_check_merged();

-- Suspicion notes are only added to.
CREATE TRIGGER people_suspicion_append_only BEFORE UPDATE OR DELETE ON people_suspicionnote
    FOR EACH ROW EXECUTE FUNCTION people_refuse('people_suspicion_append_only');
CREATE TRIGGER people_suspicion_no_truncate BEFORE TRUNCATE ON people_suspicionnote
    FOR EACH STATEMENT EXECUTE FUNCTION people_refuse('people_suspicion_append_only');

-- Who has ever been here stays on record.
CREATE TRIGGER people_patron_stays BEFORE DELETE ON people_patron
    FOR EACH ROW EXECUTE FUNCTION people_refuse('people_patron_stays');
"""
BACKWARD = """
DROP TRIGGER people_patron_stays ON people_patron;
DROP TRIGGER people_suspicion_no_truncate ON people_suspicionnote;
DROP TRIGGER people_suspicion_append_only ON people_suspicionnote;
DROP TRIGGER people_merge_carried_out ON people_personmerge;
DROP TRIGGER people_merged_by_approval ON people_patron;
DROP TRIGGER people_merge_fixed ON people_personmerge;
DROP TRIGGER people_merge_no_truncate ON people_personmerge;
DROP TRIGGER people_merge_stays ON people_personmerge;
DROP TRIGGER people_exclusion_fixed ON people_exclusion;
DROP TRIGGER people_exclusion_no_truncate ON people_exclusion;
DROP TRIGGER people_exclusion_stays ON people_exclusion;
DROP FUNCTION people_check_merged();
DROP FUNCTION people_refuse();
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0003_persons")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
