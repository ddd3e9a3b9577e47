// Shows the news that are pushed to this browser and opens what they are about. It keeps no pages and answers no requests.
self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json()));
});

async function show(news) {
  if (!news) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // An open page in front of the person tells it itself.
  if (windows.some((one) => one.focused)) return;
  await self.registration.showNotification(news.title, {
    body: news.text,
    icon: "/icon-192.png",
    lang: "id",
    tag: news.id,
    data: { href: news.href },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.href ?? "/", self.location.origin);
  event.waitUntil(self.clients.openWindow(url.origin === self.location.origin ? url.href : "/"));
});
