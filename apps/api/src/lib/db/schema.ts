export type DB = {};
