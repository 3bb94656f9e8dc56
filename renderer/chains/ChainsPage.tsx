// ChainsPage

export function ChainsPage() {
  return <main className="min-w-0 flex-1" />;
}
