// Seals objects with one key for all devices, bound to device and name: enough for what the engine relies on.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Sealer } from '../../../electron/features/sync/seal/sealer.ts';
import { fail, ok } from '../../../shared/core/errors.ts';

export function createTestSealer(device: string, key = Buffer.alloc(32, 7)): Sealer {
  const boundTo = (owner: string, name: string): Buffer => Buffer.from(`${owner}\n${name}`);
  return {
    device,
    async seal(name, body) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(device, name));
      return Buffer.concat([iv, cipher.update(body), cipher.final(), cipher.getAuthTag()]);
    },
    async open(owner, name, bytes) {
      try {
        const sealed = Buffer.from(bytes);
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(boundTo(owner, name));
        decipher.setAuthTag(sealed.subarray(-16));
        return ok(Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]));
      } catch {
        return fail('SYNC_DAMAGED', `${name} was not sealed by ${owner} for this place.`);
      }
    },
    hiddenName: (kind, id) => createHmac('sha256', key).update(`${kind} ${id}`).digest('hex').slice(0, 40),
  };
}
