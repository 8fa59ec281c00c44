import manifest from '../package.json' with { type: 'json' };

/** The version of the portal, as in the changelog. */
export const { version } = manifest;
