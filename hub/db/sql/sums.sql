-- Sum of integers. `sum(bigint)` calculates in decimals and allocates memory for each group: with tens of thousands
-- of groups it takes twice as long. Fails when the sum exceeds 64 bits, which is more than any amount of money.
CREATE OR REPLACE AGGREGATE total(bigint) (
  SFUNC = int8pl, STYPE = bigint, INITCOND = '0', COMBINEFUNC = int8pl, PARALLEL = SAFE
);
