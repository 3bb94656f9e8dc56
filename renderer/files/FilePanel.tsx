// FilePanel

export function FilePanel({ onClose: _onClose }: { onClose: () => void }) {
  return <main className="min-w-0 flex-1" />;
}
