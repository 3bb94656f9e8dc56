// The fields of a store: a folder, a WebDAV server, or an S3 bucket. Secrets stay in this form, and leave it only to the host.

import type { ReactNode } from 'react';
import type { StoreAddress } from '../../../shared/features/sync/methods.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/FormFields.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { syncWords } from './words.ts';

const texts = syncWords.form;

export interface StoreDraft {
  kind: StoreAddress['kind'];
  folder: string;
  address: string;
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  user: string;
  secret: string;
  deviceName: string;
}

export const emptyStore: StoreDraft = {
  ...{ kind: 'folder', folder: '', address: '', endpoint: '', region: 'us-east-1', bucket: '' },
  ...{ prefix: 'throughline', user: '', secret: '', deviceName: '' },
};

export function storeOf(draft: StoreDraft): { store: StoreAddress; user: string; secret: string } {
  const { kind, folder, address, endpoint, region, bucket, prefix, user, secret } = draft;
  switch (kind) {
    case 'folder':
      return { store: { kind, folder, prefix }, user: '', secret: '' };
    case 'webdav':
      return { store: { kind, address, prefix }, user, secret };
    case 's3':
      return { store: { kind, endpoint, region, bucket, prefix }, user, secret };
  }
}

interface StoreFieldsProps {
  draft: StoreDraft;
  folderError: string | null;
  onChange: (change: Partial<StoreDraft>) => void;
}

export function StoreFields({ draft, folderError, onChange }: StoreFieldsProps) {
  const field = (name: Exclude<keyof StoreDraft, 'kind'>) => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: (value: string) => onChange({ [name]: value }),
  });
  const secret = { ...field('secret'), type: 'password', autoComplete: 'new-password' };
  return (
    <>
      {draft.kind === 'folder' && (
        <FolderField folder={draft.folder} error={folderError} onChange={(folder) => onChange({ folder })} />
      )}
      {draft.kind === 'webdav' && (
        <>
          <TextField label={texts.address} hint={texts.addressHint} {...field('address')} />
          <Pair>
            <TextField label={texts.user} {...field('user')} />
            <TextField label={texts.password} hint={texts.passwordHint} {...secret} />
          </Pair>
        </>
      )}
      {draft.kind === 's3' && (
        <>
          <TextField label={texts.endpoint} hint={texts.endpointHint} {...field('endpoint')} />
          <Pair>
            <TextField label={texts.bucket} {...field('bucket')} />
            <TextField label={texts.region} {...field('region')} />
          </Pair>
          <Pair>
            <TextField label={texts.accessKey} {...field('user')} />
            <TextField label={texts.secretKey} hint={texts.secretKeyHint} {...secret} />
          </Pair>
        </>
      )}
      <TextField label={texts.prefix} hint={texts.prefixHint} {...field('prefix')} />
    </>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-4 max-[520px]:grid-cols-1">{children}</div>;
}

interface FolderFieldProps {
  folder: string;
  error: string | null;
  onChange: (folder: string) => void;
}

function FolderField({ folder, error, onChange }: FolderFieldProps) {
  const { call } = useActions();
  const hasPicker = useApp((snapshot) => snapshot.host === 'desktop');
  const picking = useRequest();
  const pick = () => picking.run(call('project.pick', {}), ({ path }) => path !== null && onChange(path));
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 grow">
        <TextField
          label={texts.folder}
          hint={texts.folderHint}
          error={error ?? picking.error}
          value={folder}
          onChange={onChange}
        />
      </div>
      {hasPicker && (
        <Button className="mt-6" onClick={() => void pick()}>
          {texts.choose}
        </Button>
      )}
    </div>
  );
}
