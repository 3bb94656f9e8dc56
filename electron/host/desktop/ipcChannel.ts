// The single IPC channel for both directions: (connection, frame). The page generates the connection name when it
// loads; a frame is text, or null for the end.

export const ipcChannel = 'throughline:frame';
