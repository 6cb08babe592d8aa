-- As they were at sign-in; what is left out is allowed.
ALTER TABLE sessions ADD COLUMN limits TEXT NOT NULL DEFAULT '{}';
