// Loading state of a preview; after a failure, the error and a retry button.

import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';

interface LoadStateProps {
  loaded: boolean;
  error: string | null;
  onAgain: () => void;
  /** The text shown while it loads. */
  loading?: string;
}

export function LoadState({ loaded, error, onAgain, loading = strings.undo.preview.loading }: LoadStateProps) {
  if (error !== null) {
    return (
      <div className="flex items-center gap-3">
        <p role="alert" className="wrap-anywhere min-w-0 flex-1 text-fail text-ui">
          {error}
        </p>
        <Button size="small" onClick={onAgain}>
          {strings.ui.tryAgain}
        </Button>
      </div>
    );
  }
  if (loaded) return null;
  return (
    <p role="status" className="text-ink-3 text-ui">
      {loading}
    </p>
  );
}
