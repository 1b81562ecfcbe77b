DROP FUNCTION ledger_funds(bigint[]);
