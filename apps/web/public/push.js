// The service worker of push: shows a notice, and opens its address in the portal. It keeps nothing and answers no request.
self.addEventListener('push', (event) => {
  const { title, body, address, action, id } = event.data.json();
  const actions = action ? [{ action: action.address, title: action.label }] : [];
  const options = { body, tag: id, lang: 'es-MX', icon: '/icons/192.png', data: { address }, actions };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { origin } = self.location;
  // The button names its own address; elsewhere on the notification there is none.
  const url = new URL(event.action || event.notification.data.address, origin);
  if (url.origin !== origin) return;
  event.waitUntil(self.clients.openWindow(url.href));
});
