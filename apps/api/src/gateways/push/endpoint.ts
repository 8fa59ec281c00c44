/** Push services of the browsers: an address that a browser names elsewhere is not called. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^[a-z0-9-]+\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.push\.apple\.com$/,
  /^[a-z0-9.-]+\.notify\.windows\.com$/,
];

/** `sandbox`: the origin of the demo's stand-in; null in production. */
export function isPushService(endpoint: string, sandbox: string | null): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username } = new URL(endpoint);
  if (sandbox !== null && origin === sandbox) return true;
  return protocol === 'https:' && port === '' && username === '' && HOSTS.some((host) => host.test(hostname));
}
