import { RemoteImage } from "#client/ui/remote-image.tsx";

/** The picture of an article; nothing where there is none or where it does not load. */
export function ArticleImage({ src }: { src: string | null }) {
  // The page may load pictures over https only.
  if (!src?.startsWith("https:")) return null;
  return (
    <RemoteImage
      src={src}
      alt=""
      className="ml-4 h-16 w-22 rounded-control border border-line bg-sunken object-cover md:row-span-2 md:ml-6 md:h-24 md:w-42"
    />
  );
}
