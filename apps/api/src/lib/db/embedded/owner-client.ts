import pg from 'pg';

/** Gives a command line tool the owner's own connection and closes it whatever happens. */
export const withOwnerClient = async <T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
