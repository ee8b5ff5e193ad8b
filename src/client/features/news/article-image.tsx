import { Picture } from "#client/ui/picture.tsx";

/** The picture of an article; nothing where there is none or where it does not load. */
export function ArticleImage({ src }: { src: string | null }) {
  if (src === null) return null;
  return (
    <Picture
      address={src}
      alt=""
      className="ml-4 h-16 w-22 rounded-control border border-line bg-sunken object-cover md:row-span-2 md:ml-6 md:h-24 md:w-42"
    />
  );
}
