DROP FUNCTION tables_document(bigint, integer);
