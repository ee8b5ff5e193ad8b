import { ImageOff, ImagePlus } from "lucide-react";

import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Picture } from "#client/ui/text/picture.tsx";

interface ImagePreviewProps {
  /** URL of the image; empty for none. */
  address: string;
  /** True while the image is being checked. */
  isChecking?: boolean;
  /** True if the image can't be shown. */
  hasError?: boolean;
}

/** Preview of a field's image. Shows an icon if there is none or it fails to load. */
export function ImagePreview({ address, isChecking = false, hasError = false }: ImagePreviewProps) {
  const failed = <ImageOff aria-hidden className="size-5 text-ink-faint" />;
  if (hasError) return failed;
  if (address === "") return <ImagePlus aria-hidden className="size-5 text-ink-faint" />;
  if (isChecking) return <Skeleton className="size-full" />;
  return (
    <Picture
      address={address}
      alt="Preview"
      className="size-full bg-paper object-contain p-1"
      fallback={failed}
    />
  );
}
