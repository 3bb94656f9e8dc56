// SearchPage

export function SearchPage() {
  return <main className="min-w-0 flex-1" />;
}
