// A server that answers every request with the given bytes, even invalid HTTP: for streams that no server library would
// send.

import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ByteServer {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** `answer` writes to the socket once a request has fully arrived; it ends or destroys the socket. */
export async function startByteServer(answer: (socket: Socket, request: string) => void): Promise<ByteServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let request = '';
    socket.on('data', (data) => {
      request += data.toString('latin1');
      const head = request.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0);
      if (head < 0 || request.length < head + 4 + length) return;
      const whole = request;
      request = '';
      answer(socket, whole);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The head of an event stream without a length, which ends with the connection. */
export const streamHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n';
