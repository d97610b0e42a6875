// The way to the engine: a socket to the server that gave the page. A site without a server has another file of this name.

/**
 * Opens a way for lines of JSON. `closed` is called if it breaks, or never opens.
 * @param {{ opened(): void, message(text: string): void, closed(): void }} listener
 * @returns {{ send(text: string): void }}
 */
export function openTransport(listener) {
  const address = new URL('/ws', location.href);
  address.protocol = 'ws:';
  address.hash = '';
  const token = new URLSearchParams(location.search).get('token');
  if (token) address.searchParams.set('token', token);
  const socket = new WebSocket(address);
  socket.addEventListener('open', listener.opened);
  socket.addEventListener('message', (event) => listener.message(event.data));
  socket.addEventListener('close', listener.closed);
  return socket;
}
