import type { Platform, ServiceType } from "@/lib/shop/catalog/platforms";
import { defaultRefillDays } from "@/lib/shop/catalog/refill-days";
import type { ClaimName } from "./claims";

/** `claims`: the marketing claims that a text repeats; it is hidden unless all of them are shown. */
export type Feature = { title: string; text: string; claims?: readonly ClaimName[] };
export type Question = { question: string; answer: string; claims?: readonly ClaimName[] };

type ServiceContent = {
  /** Names the units and the place of delivery. */
  summary: string;
  /** The landing page's opening paragraph. */
  lead: string;
  features: readonly Feature[];
  questions: readonly Question[];
};

// Texts that are the same for both platforms.
const refill: Feature = {
  title: `Refill for ${defaultRefillDays} days`,
  text: `If the count drops within ${defaultRefillDays} days of completion, our daily count catches it and we refill it. You can also ask on your order's page.`,
  claims: ["refills"],
};
const orderPage: Feature = {
  title: "A page for your order",
  text: "It shows how many have arrived, how many are still to come, and when we last looked.",
};
const quickStart: Feature = {
  title: "A quick start",
  text: "Delivery starts within 1-24 hours after your payment, often sooner.",
  claims: ["quickStart"],
};
const moreViews: Question = {
  question: "Can I add more views while ordering?",
  answer: "Yes. Bundles are offered on the way to payment, and you see the new total before you pay.",
};

/** Describes each service on each platform: the hub, the landing pages and the home page all read from here. */
export const serviceContent: Record<Platform, Record<ServiceType, ServiceContent>> = {
  instagram: {
    followers: {
      summary: "New followers on your Instagram profile.",
      lead: "Choose how many followers you would like, tell us the public name of your account, and watch them arrive on your order's own page.",
      features: [
        {
          title: "Added gradually",
          text: "Followers arrive over 24-48 hours, so the line on your profile rises instead of jumping.",
          claims: ["gradualDelivery"],
        },
        {
          title: "Only the public name",
          text: "We never ask for your Instagram password, and you never sign in to anything of ours to buy.",
          claims: ["noPassword"],
        },
        refill,
        orderPage,
      ],
      questions: [
        {
          question: "Does my Instagram account have to be public?",
          answer:
            "Yes, until delivery is complete. A private account cannot receive followers from us, and changing the username during delivery stops the delivery.",
        },
        {
          question: "Will I get exactly the number I ordered?",
          answer:
            "We aim for it. We can't guarantee an exact number, because accounts may unfollow later. What does not arrive goes back to your card.",
        },
      ],
    },
    likes: {
      summary: "Likes on the Instagram posts you choose.",
      lead: "Choose a number of likes, then the posts that should get them. You can put all of them on one post or share them out as you see fit.",
      features: [
        {
          title: "You choose the posts",
          text: "See your recent posts, pick the ones that matter and set how many likes each should get.",
        },
        {
          title: "Shared out your way",
          text: "All on one post or spread over several; whatever is left over is split evenly.",
        },
        {
          title: "Post by post progress",
          text: "Your order's page shows every post with what has arrived and what is still to come.",
        },
      ],
      questions: [
        {
          question: "Can I split one package over several Instagram posts?",
          answer:
            "Yes. After entering your username you choose the posts and how many likes each of them gets.",
        },
        {
          question: "Can I delete or archive a post during delivery?",
          answer:
            "Please wait until its likes have arrived. A post that cannot be reached cannot receive anything.",
        },
      ],
    },
    views: {
      summary: "Views on the Instagram reels you choose.",
      lead: "Choose a number of views and the reels that should get them.",
      features: [
        {
          title: "You choose the reels",
          text: "Pick one reel or several and set how many views each should get.",
        },
        quickStart,
        {
          title: "Reel by reel progress",
          text: "Follow the count of every reel on your order's own page while it rises.",
        },
      ],
      questions: [
        {
          question: "Do the views count for every kind of Instagram video?",
          answer:
            "They are delivered to reels on public accounts. Stories and live videos are not supported.",
        },
        moreViews,
      ],
    },
  },
  tiktok: {
    followers: {
      summary: "New followers on your TikTok account.",
      lead: "Choose how many followers you would like, give us the account's public name, and watch them arrive on your order's own page.",
      features: [
        {
          title: "Added gradually",
          text: "Followers arrive over 24-48 hours instead of all at once.",
          claims: ["gradualDelivery"],
        },
        {
          title: "Only the public name",
          text: "No password and no TikTok login, at any step.",
          claims: ["noPassword"],
        },
        refill,
        orderPage,
      ],
      questions: [
        {
          question: "Does my TikTok account have to be public?",
          answer:
            "Yes, until delivery is complete, and the username has to stay the same. You can change both afterwards.",
        },
        {
          question: "Do I have to post something during delivery?",
          answer: "No. Followers are added to the account itself, whether or not you post in the meantime.",
        },
      ],
    },
    likes: {
      summary: "Likes on the TikTok videos you choose.",
      lead: "Choose a number of likes, then the videos that should get them. You decide how many go to each.",
      features: [
        {
          title: "You choose the videos",
          text: "We show your recent videos; you pick the ones worth lifting.",
        },
        {
          title: "Shared out your way",
          text: "One video or many, with a number for each. What is left over is split evenly.",
        },
        {
          title: "Video by video progress",
          text: "Your order's page shows every video with what has arrived and what is still to come.",
        },
      ],
      questions: [
        {
          question: "Can I split one package over several TikTok videos?",
          answer:
            "Yes. After entering your username you choose the videos and how many likes each of them gets.",
        },
        {
          question: "What if a TikTok video is removed during delivery?",
          answer:
            "The likes for it cannot be delivered any more. Write to us: what was not delivered goes back to your card.",
        },
      ],
    },
    views: {
      summary: "Views on the TikTok videos you choose.",
      lead: "Choose how many views you would like and which videos should get them.",
      features: [
        {
          title: "You choose the videos",
          text: "Pick one video or several and set how many views each should get.",
        },
        quickStart,
        {
          title: "Larger packages",
          text: "From a first push to a crowd, with bundles to add on the way to payment.",
        },
      ],
      questions: [
        {
          question: "Which TikTok videos can receive views?",
          answer:
            "Every public video of the account. Drafts, private videos and live broadcasts are not supported.",
        },
        moreViews,
      ],
    },
  },
};

/** Questions about every order. */
export const commonQuestions: readonly Question[] = [
  {
    question: "Do you need my password?",
    answer:
      "Never. The public name of the account is all we ask for, and anyone who asks for your password in our name is not us.",
    claims: ["noPassword"],
  },
  {
    question: "How fast is delivery?",
    answer:
      "Delivery starts within 1-24 hours after payment and runs gradually, usually over 24-48 hours. Your order's page shows it live.",
    claims: ["quickStart", "gradualDelivery"],
  },
  {
    question: "Do I need an account to buy?",
    answer:
      "No. As a guest you get a private link to your order by email, and that link is all you need to follow it.",
  },
  {
    question: "How do I pay?",
    answer:
      "By card on Stripe's own payment page. Your card number never reaches us. Prices are in US dollars.",
  },
  {
    question: "What if it is not delivered?",
    answer:
      "What we can't deliver goes back to your card. You can also ask for a refund within 30 days of purchase; the refund policy says in plain words when we pay and when we don't.",
  },
];

/** The hub's reasons, the same for both platforms. */
export const whyChooseUs: readonly Feature[] = [
  {
    title: "You see everything",
    text: "Delivered, remaining, last checked: your order's page shows the numbers we see ourselves.",
  },
  { title: "The price is the price", text: "One payment, no subscription, nothing added at the end." },
  {
    title: "People answer",
    text: "Write at any hour. We reply within 24 hours, sooner if you include your order number.",
    claims: ["expertSupport", "replyTime"],
  },
];

export const buyingSteps: readonly Feature[] = [
  {
    title: "Choose a package",
    text: "Pick the platform, the service and the size. Every price is on the page.",
  },
  {
    title: "Name the account",
    text: "Type its public name and your email. For likes and views, choose the posts too.",
  },
  {
    title: "Watch the line rise",
    text: "Pay by card, then follow the delivery live on your order's own page.",
  },
];
