// The one IPC channel, used in both directions: (connection, frame), where the connection is a name that a page makes
// up when it loads and a frame is text, or null for the end.

export const ipcChannel = 'throughline:frame';
