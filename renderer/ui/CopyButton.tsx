// Copies text and confirms it briefly.

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { strings } from '../core/strings.ts';
import { IconButton } from './IconButton.tsx';

export function CopyButton({ text, label = strings.ui.copy }: { text: string | (() => string); label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? strings.ui.copied : label}
      size="small"
      onClick={() => void copy()}
    />
  );
}
