import { ImageOff, ImagePlus } from "lucide-react";

import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Picture } from "#client/ui/text/picture.tsx";

interface ImagePreviewProps {
  /** Of the picture; empty for none. */
  address: string;
  /** True while it is found out whether it can be shown. */
  isChecking?: boolean;
  /** True when it is known not to. */
  hasError?: boolean;
}

/** The picture that a field holds; an icon where there is none, or where it does not load. */
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
