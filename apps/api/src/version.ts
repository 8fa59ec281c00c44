import manifest from '../package.json' with { type: 'json' };

/** Set by the build of a package. */
declare const BUILD_COMMIT: string | undefined;

/** The version of the portal, as in the changelog. */
export const { version } = manifest;

/** The commit that the package was built from; `unknown` for a checkout, which may hold changes. */
export const commit = typeof BUILD_COMMIT === 'undefined' ? 'unknown' : BUILD_COMMIT;
