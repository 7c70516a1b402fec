const apps =
  /\b(?:Instagram|Barcelona|FBAN|FBAV|FB_IAB|musical_ly|trill|TikTok|BytedanceWebview|Snapchat|LinkedInApp|Pinterest|Twitter|MicroMessenger|Line)\b/;

/**
 * True for the browsers inside other apps, which Google refuses to sign in ("disallowed_useragent") and where a second
 * tab takes the place of the page or stays empty. Android's name themselves `wv`; those of iOS lack Safari's name.
 */
export function isEmbeddedBrowser(userAgent: string): boolean {
  if (apps.test(userAgent) || /; wv\)/.test(userAgent)) return true;
  return /\b(?:iPhone|iPad|iPod)\b.*AppleWebKit/.test(userAgent) && !/\bSafari\//.test(userAgent);
}
