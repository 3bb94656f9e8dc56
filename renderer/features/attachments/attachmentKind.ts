// An attachment's kind for display, from its media type.

import { File, FileImage, FileText, FileType, type LucideIcon } from 'lucide-react';
import { isTextType, pdfType } from '../../../shared/conversation/attachmentLimits.ts';

export type AttachmentKind = 'image' | 'pdf' | 'text' | 'other';

export function attachmentKind(mediaType: string): AttachmentKind {
  if (mediaType.startsWith('image/')) return 'image';
  if (mediaType === pdfType) return 'pdf';
  return isTextType(mediaType) ? 'text' : 'other';
}

export const attachmentIcons: Record<AttachmentKind, LucideIcon> = {
  image: FileImage,
  pdf: FileType,
  text: FileText,
  other: File,
};
