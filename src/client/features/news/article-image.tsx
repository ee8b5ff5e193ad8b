import { useState } from "react";

/** The picture of an article; nothing where there is none or where it does not load. */
export function ArticleImage({ src }: { src: string | null }) {
  const [hasFailed, setFailed] = useState(false);
  // The page may load pictures over https only.
  if (hasFailed || !src?.startsWith("https:")) return null;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
      className="ml-4 h-16 w-22 rounded-control border border-line bg-sunken object-cover md:row-span-2 md:ml-6 md:h-24 md:w-42"
    />
  );
}
