import { isBuiltin } from 'node:module';
import { type Finding, type Import, isTest, type Project, type SourceFile } from '../project.ts';

const workspaceOf = (path: string): string => {
  const [first = '', second = ''] = path.split('/');
  return first === 'apps' || first === 'packages' ? second : first;
};

/** Allowed imports between workspaces. The sandbox stands in for outside companies, so the product must not import it. */
const WORKSPACES: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: ['domain'],
  texts: ['domain', 'contract'],
  cfdi: ['domain'],
  sandbox: ['domain', 'contract', 'cfdi'],
  web: ['domain', 'contract', 'texts'],
  api: ['domain', 'contract', 'texts', 'cfdi'],
};
const OUTSIDE = ['e2e', 'bench', 'tools'];

/** API files that assemble the demo and never run in production. */
const MAY_IMPORT_SANDBOX = new Set([
  'apps/api/src/demo.ts',
  ...['demo', 'lender', 'clients'].map((name) => `apps/api/src/seed/${name}.ts`),
]);

/** Programs that open the database and pass it on. */
const MAY_OPEN_DATABASE = new Set(
  ['commands/run.ts', 'commands/operator.ts', 'commands/person.ts', 'commands/reseal.ts', 'seed/demo.ts'].map(
    (name) => `apps/api/src/${name}`,
  ),
);

/** Makers of a client's id from a text, and who may use them. All others read the id from a row. */
const MAKES_CLIENT_ID: Readonly<Record<string, RegExp>> = {
  storedClient: /\/jobs\.ts$|\/modules\/approvals\//,
  newClientId: /\/modules\/clients\/commands\.ts$|\/src\/seed\/clients\.ts$/,
};

const WEB_LAYERS = ['app', 'features', 'ui', 'lib'];
const PURE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  domain: ['temporal-polyfill'],
  contract: ['zod'],
  texts: [],
};

/** Entry points of a module; other modules use its steps and queries. */
const PRIVATE_TO_MODULE = /(^|[-/])(routes|jobs|policy|pdf)\.ts$|^mail\//;

type Check = (file: SourceFile, found: Import, target: string) => string | undefined;

const betweenWorkspaces: Check = (file, found, target) => {
  const from = workspaceOf(file.path);
  const to = workspaceOf(target);
  // Programs outside the workspaces have no package name. A build's own plugins are among them.
  if (to === 'tools' && file.path.endsWith('/vite.config.ts')) return undefined;
  if (from === to || (!(from in WORKSPACES) && !(to in WORKSPACES))) return undefined;
  if (found.specifier.startsWith('.')) return `imports ${to} by a relative path; write @anticipa/${to}/…`;
  if (OUTSIDE.includes(from)) return undefined;
  if (from === 'api' && to === 'sandbox' && (MAY_IMPORT_SANDBOX.has(file.path) || isTest(file.path))) return undefined;
  const allowed = WORKSPACES[from] ?? [];
  if (allowed.includes(to)) return undefined;
  const may = allowed.length === 0 ? 'nothing of ours' : allowed.join(', ');
  return `${from} must not import ${to}: it may use ${may}. Move shared code down, or pass it in from above.`;
};

const insideWeb: Check = (file, _found, target) => {
  if (workspaceOf(file.path) !== 'web' || workspaceOf(target) !== 'web') return undefined;
  const [, , , from = '', fromFeature] = file.path.split('/');
  const [, , , to = '', toFeature] = target.split('/');
  if (!WEB_LAYERS.includes(from) || !WEB_LAYERS.includes(to)) return undefined;
  if (WEB_LAYERS.indexOf(to) < WEB_LAYERS.indexOf(from)) {
    return `${from}/ must not import ${to}/: arrows go app → features → ui → lib. Pass it in as a property.`;
  }
  if (from === 'features' && to === 'features' && fromFeature !== toFeature) {
    return `feature ${fromFeature} must not import feature ${toFeature}: a page in app/ composes them.`;
  }
  return undefined;
};

/** The layers of the API from below, with the cure for an import from above. The programs in `src` are above all. */
const API_LAYERS = [
  {
    name: 'platform',
    cure: 'it is plumbing without nouns. Take it as a parameter, or declare here what is expected of it.',
  },
  { name: 'gateways', cure: 'they speak protocols and know none of our nouns. Let a module call them.' },
  {
    name: 'modules',
    cure: 'programs put the parts together. Take it as a dependency (modules/deps.ts), or move it down.',
  },
];

const insideApi: Check = (file, found, target) => {
  if (workspaceOf(file.path) !== 'api' || workspaceOf(target) !== 'api') return undefined;
  const [, , , from = '', fromModule] = file.path.split('/');
  const [, , , to = '', toModule, ...toFile] = target.split('/');
  if (from === 'modules' && to === 'modules' && fromModule !== toModule) {
    if (!PRIVATE_TO_MODULE.test(toFile.join('/')) || isTest(file.path)) return undefined;
    return `${toFile.join('/')} is private to module ${toModule}; use its steps and queries.`;
  }
  const layerOf = (name: string): number => API_LAYERS.findIndex((layer) => layer.name === name);
  const cure = isTest(file.path) ? undefined : API_LAYERS[layerOf(from)]?.cure;
  if (cure !== undefined && (layerOf(to) === -1 || layerOf(to) > layerOf(from)))
    return `${from}/ must not import ${target.replace('apps/api/src/', '')}, not even its types: ${cure}`;
  if (target.endsWith('platform/db/pool.ts') && found.names.includes('openDatabase')) {
    if (from === 'platform' && fromModule === 'db') return undefined;
    if (MAY_OPEN_DATABASE.has(file.path) || isTest(file.path)) return undefined;
    return 'only programs open the database; take a Database, and from its withTransaction the executor.';
  }
  if (target.endsWith('platform/work/caller.ts') && !isTest(file.path))
    for (const name of found.names)
      if (MAKES_CLIENT_ID[name]?.test(file.path) === false)
        return `${name} turns any text into a client's id: take the id from a row, or that of a request from clientById.`;
  return undefined;
};

const outsidePackages = (file: SourceFile, found: Import): string | undefined => {
  if (found.target !== undefined || found.specifier.startsWith('.') || isTest(file.path)) return undefined;
  const workspace = workspaceOf(file.path);
  const builtin = isBuiltin(found.specifier);
  const pure = PURE_PACKAGES[workspace];
  if (pure !== undefined && !pure.includes(found.specifier)) {
    return `${workspace} is pure and must not import ${found.specifier}: no input, output, clock or framework there.`;
  }
  if (workspace === 'web' && builtin && file.path.includes('/src/'))
    return `${found.specifier} does not exist in a browser.`;
  if (
    workspace === 'api' &&
    found.specifier === 'pg' &&
    !found.typeOnly &&
    !file.path.startsWith('apps/api/src/platform/db/')
  ) {
    return 'the driver is for platform/db alone; a command gets its executor from withTransaction.';
  }
  return undefined;
};

/** Dependency rules between workspaces and between the layers of web and api. */
export const layers = ({ sources }: Project): Finding[] =>
  sources.flatMap((file) =>
    file.imports.flatMap((found) => {
      const { target } = found;
      const messages =
        target === undefined
          ? [outsidePackages(file, found)]
          : [betweenWorkspaces, insideWeb, insideApi].map((check) => check(file, found, target));
      return messages.flatMap((message) =>
        message === undefined ? [] : [{ path: file.path, line: found.line, message }],
      );
    }),
  );

/** The folder of a file in one of the API's layers; a module's room, such as `sales/desk`, is one of its own. */
const roomOf = (path: string): string | undefined =>
  isTest(path) ? undefined : /^(apps\/api\/src\/(?:platform|gateways|modules)\b.*)\/[^/]+$/.exec(path)?.[1];

/** Runtime imports as a graph of files or of rooms. */
const graphOf = (
  { sources }: Project,
  placeOf: (path: string) => string | undefined,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const edges = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const from = placeOf(path);
    if (from === undefined) continue;
    const targets = edges.get(from) ?? new Set();
    edges.set(from, targets);
    for (const { target, typeOnly } of imports) {
      const to = target === undefined || typeOnly ? undefined : placeOf(target);
      if (to !== undefined && (to !== from || placeOf === sameFile)) targets.add(to);
    }
  }
  return edges;
};

const sameFile = (path: string): string => path;

const cyclesIn = (edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] => {
  const done = new Set<string>();
  const found: string[][] = [];
  const follow = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path);
    if (at >= 0) {
      found.push([...way.slice(at), path]);
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) follow(next, [...way, path]);
    done.add(path);
  };
  for (const path of edges.keys()) follow(path, []);
  return found;
};

/** Runtime import cycles between files and between the API's rooms; type-only imports do not count. */
export const cycles = (project: Project): Finding[] =>
  [sameFile, roomOf].flatMap((placeOf) =>
    cyclesIn(graphOf(project, placeOf)).map((cycle) => ({
      path: cycle[0] ?? '',
      line: 1,
      message: `cycle ${cycle.join(' → ')}: move the shared code below both.`,
    })),
  );
