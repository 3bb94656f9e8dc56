// A header's name and value on one line. The value is masked.

import { X } from 'lucide-react';
import { TextInput } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

interface HeaderInputsProps {
  name: string;
  value: string;
  labels: { name: string; value: string; remove: string };
  /** Placeholder of the value, such as "saved". */
  placeholder: string;
  /** ID of the error element. */
  errorId?: string | undefined;
  onChange: (change: { name: string } | { value: string }) => void;
  onRemove: () => void;
}

export function HeaderInputs({ name, value, labels, placeholder, errorId, onChange, onRemove }: HeaderInputsProps) {
  const wrong = { 'aria-invalid': errorId !== undefined, 'aria-describedby': errorId };
  return (
    <div className="flex flex-wrap items-center gap-1.5 narrow:flex-nowrap">
      <TextInput
        {...wrong}
        aria-label={labels.name}
        placeholder={labels.name}
        autoComplete="off"
        className="min-w-32 font-mono narrow:w-2/5"
        maxLength={100}
        value={name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextInput
        {...wrong}
        aria-label={labels.value}
        placeholder={placeholder}
        type="password"
        autoComplete="off"
        className="min-w-32 flex-1 font-mono"
        maxLength={8192}
        value={value}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <IconButton icon={X} label={labels.remove} size="small" onClick={onRemove} />
    </div>
  );
}
