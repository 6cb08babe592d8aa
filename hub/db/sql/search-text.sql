-- Normalization of texts for searches. Indexes are built on these functions, so they are applied before the
-- migrations, and a change of one of them needs a migration that rebuilds its indexes.

-- Returns lower case, ё as е, and a space for each separator of words.
CREATE OR REPLACE FUNCTION search_key(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(translate(lower(value), E'ё.,;:!?/\\|()[]{}"\'«»„“”‘’`´+*=<>%#№@&_~^$€₽₸-–—\t\n\r\u00a0\u202f', rpad('е', 52)));

-- Returns the text in which words are searched. Each word has a space before it, so that a pattern can match the
-- beginning of a word.
CREATE OR REPLACE FUNCTION product_search_text(name text, code text, article text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ' ' || search_key(name || ' ' || code || ' ' || coalesce(article, ''));

-- Returns the end of the organization's id, a prefix of each word: so an index over all organizations is searched for
-- the words of one. When two organizations have the same end, a search takes longer and still distinguishes them.
CREATE OR REPLACE FUNCTION search_word_prefix(organization uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN right(organization::text, 12);

-- Returns the words of a product for the index, each with a prefix. No text search configuration splits the words,
-- because till and hub must find the same.
CREATE OR REPLACE FUNCTION product_search_words(organization uuid, name text, code text, article text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(array_remove(array_remove(string_to_array(
  replace(product_search_text(name, code, article), ' ', ' ' || search_word_prefix(organization)), ' '),
  ''), search_word_prefix(organization)));

-- Returns the words of a text for product_words: words of more than a letter, and the part of words before their
-- first digit.
CREATE OR REPLACE FUNCTION kept_words(search_text text) RETURNS TABLE (word text, is_beginning boolean)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT kept.word, kept.word <> whole.word
  FROM string_to_table(search_text, ' ') AS whole (word)
  CROSS JOIN LATERAL (SELECT split_part(translate(whole.word, '123456789', '000000000'), '0', 1) AS word) AS kept
  WHERE length(kept.word) > 1;
END;

-- Returns a word with a Latin letter or a digit for each Cyrillic letter. In a database with LC_CTYPE C (such as the
-- one that the hub starts itself) trigrams consist only of these.
CREATE OR REPLACE FUNCTION search_fold(word text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(word, 'абвгдежзийклмнопрстуфхцчшщъыьэюяәғқңөұүһіў', 'abvgdejziyklmnoprstufxcqwh0123456789ouuhiu');

-- Returns the text in which names of people and companies are searched, tolerating typing errors.
CREATE OR REPLACE FUNCTION name_search_text(name text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN search_fold(search_key(name));
