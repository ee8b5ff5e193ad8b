/** Feed of the team's list. */
export interface FeedAddress {
  title: string;
  url: string;
}

/** AI news feeds of a new installation. Administrators may change the list. */
export const STARTER_FEEDS: readonly FeedAddress[] = [
  { title: "OpenAI News", url: "https://openai.com/news/rss.xml" },
  { title: "Google DeepMind", url: "https://deepmind.google/blog/rss.xml" },
  { title: "Hugging Face Blog", url: "https://huggingface.co/blog/feed.xml" },
  { title: "Google AI Blog", url: "https://blog.google/technology/ai/rss/" },
  { title: "Microsoft Research Blog", url: "https://www.microsoft.com/en-us/research/feed/" },
  { title: "NVIDIA Blog", url: "https://blogs.nvidia.com/feed/" },
  { title: "AWS Machine Learning Blog", url: "https://aws.amazon.com/blogs/machine-learning/feed/" },
  { title: "GitHub Blog: AI and ML", url: "https://github.blog/ai-and-ml/feed/" },
  { title: "TechCrunch: AI", url: "https://techcrunch.com/category/artificial-intelligence/feed/" },
  { title: "The Verge: AI", url: "https://www.theverge.com/rss/ai-artificial-intelligence/index.xml" },
  { title: "Ars Technica: AI", url: "https://arstechnica.com/ai/feed/" },
  {
    title: "MIT Technology Review: AI",
    url: "https://www.technologyreview.com/topic/artificial-intelligence/feed",
  },
  { title: "Simon Willison's Weblog", url: "https://simonwillison.net/atom/everything/" },
];
