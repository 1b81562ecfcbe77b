"""PostgreSQL refuses to delete staff and proposition services companies.

Who leaves is made inactive: his name stays beside what he signed.
"""

from django.db import migrations

FORWARD = """
CREATE TRIGGER people_staff_stays BEFORE DELETE ON people_staff
    FOR EACH ROW EXECUTE FUNCTION people_refuse('people_staff_stays');
CREATE TRIGGER people_staff_no_truncate BEFORE TRUNCATE ON people_staff
    FOR EACH STATEMENT EXECUTE FUNCTION people_refuse('people_staff_stays');
CREATE TRIGGER people_tpppscompany_stays BEFORE DELETE ON people_tpppscompany
    FOR EACH ROW EXECUTE FUNCTION people_refuse('people_tpppscompany_stays');
CREATE TRIGGER people_tpppscompany_no_truncate BEFORE TRUNCATE ON people_tpppscompany
    FOR EACH STATEMENT EXECUTE FUNCTION people_refuse('people_tpppscompany_stays');
CREATE TRIGGER people_patron_no_truncate BEFORE TRUNCATE ON people_patron
    FOR EACH STATEMENT EXECUTE FUNCTION people_refuse('people_patron_stays');
"""
BACKWARD = """
DROP TRIGGER people_patron_no_truncate ON people_patron;
DROP TRIGGER people_tpppscompany_no_truncate ON people_tpppscompany;
DROP TRIGGER people_tpppscompany_stays ON people_tpppscompany;
DROP TRIGGER people_staff_no_truncate ON people_staff;
DROP TRIGGER people_staff_stays ON people_staff;
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0004_person_guards")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
