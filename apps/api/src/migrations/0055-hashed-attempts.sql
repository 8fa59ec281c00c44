-- Attempts are kept under a keyed hash from now on: some of these names are passwords typed into the wrong field.
delete from login_attempts where account not like 'Second-factor:%';
