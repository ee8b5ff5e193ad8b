import { z } from "zod";

import * as tokens from "#shared/accounts/tokens.ts";
import * as users from "#shared/accounts/users.ts";
import * as assistants from "#shared/assistants/assistants.ts";
import * as briefs from "#shared/brief/briefs.ts";
import * as comments from "#shared/comments/comments.ts";
import * as follows from "#shared/follows.ts";
import * as imports from "#shared/imports/request.ts";
import * as inbox from "#shared/inbox/inbox.ts";
import * as activity from "#shared/kernel/activity.ts";
import * as deletions from "#shared/kernel/deletions.ts";
import { KINDS, LIBRARY_KINDS } from "#shared/kernel/item-address.ts";
import * as ledger from "#shared/kernel/ledger.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import * as versions from "#shared/kernel/versions.ts";
import * as links from "#shared/links/links.ts";
import * as news from "#shared/news/news.ts";
import * as jobs from "#shared/operations/jobs.ts";
import * as attention from "#shared/operations/system-attention.ts";
import * as system from "#shared/operations/system.ts";
import * as papers from "#shared/papers/papers.ts";
import * as uploads from "#shared/pictures/uploads.ts";
import * as prompts from "#shared/prompts/prompts.ts";
import * as readings from "#shared/readings/readings.ts";
import * as save from "#shared/save/save.ts";
import * as ask from "#shared/search/ask.ts";
import * as search from "#shared/search/search.ts";
import * as sharedPages from "#shared/shared-pages/shared-pages.ts";
import * as releaseNotes from "#shared/tools/release-notes.ts";
import * as tools from "#shared/tools/tools.ts";
import * as verdicts from "#shared/verdicts/verdicts.ts";

import { getProcedure } from "./procedures.ts";
import { routes } from "./routes.ts";

/** Names of schemas in OpenAPI, and of the types in generated clients. */
const SCHEMAS = {
  AddedPaper: papers.addedPaperSchema,
  AddedTool: tools.addedToolSchema,
  Activity: activity.activityLineSchema,
  Alias: links.aliasSchema,
  Aliases: links.aliasesSchema,
  ApiToken: tokens.apiTokenSchema,
  Article: news.articleSchema,
  AskAnswer: ask.askAnswerSchema,
  AskRequest: ask.askRequestSchema,
  AssistantSettings: assistants.assistantSettingsSchema,
  AssistantSettingsEdit: assistants.assistantSettingsEditSchema,
  Attention: attention.attentionSchema,
  Author: users.authorSchema,
  AutofillRequest: tools.autofillRequestSchema,
  AutofillSuggestion: tools.autofillAnswerSchema,
  Ballot: verdicts.newVoteSchema,
  BackupFile: system.backupFileSchema,
  Brief: briefs.briefDocumentSchema,
  BriefDraft: briefs.briefDraftSchema,
  BriefLine: briefs.briefLineSchema,
  BriefPeriod: briefs.briefPeriodSchema,
  BriefSection: briefs.briefSectionSchema,
  Comment: comments.commentSchema,
  CommentEdit: comments.commentEditSchema,
  CreatedFollow: follows.createdFollowSchema,
  CreatedToken: tokens.createdTokenSchema,
  CreatedSharedPage: sharedPages.createdSharedPageSchema,
  NewSharedPage: sharedPages.newSharedPageSchema,
  SharedPage: sharedPages.sharedPageSchema,
  Decision: verdicts.decisionSchema,
  Deletion: deletions.deletionSchema,
  Event: ledger.eventSchema,
  EventDetail: ledger.eventDetailSchema,
  Follow: follows.followSchema,
  FollowedDiscussion: follows.followedViews.discussion,
  FollowedNews: follows.followedViews.news,
  FollowedPapers: follows.followedViews.papers,
  FollowedPrompts: follows.followedViews.prompts,
  FollowedReadings: follows.followedViews.readings,
  FollowedSearch: follows.followedViews.search,
  FollowedTools: follows.followedViews.tools,
  GeneratedSummary: papers.summaryAnswerSchema,
  InboxEntry: inbox.inboxEntrySchema,
  ImportReport: imports.importReportSchema,
  Job: jobs.jobOverviewSchema,
  JobHealth: system.jobHealthSchema,
  JobRun: jobs.jobRunSchema,
  Link: links.linkSchema,
  Related: links.relatedSchema,
  ListedReading: readings.listedReadingSchema,
  Login: users.loginSchema,
  NewComment: comments.newCommentSchema,
  NewFollow: follows.newFollowSchema,
  NewPaper: papers.newPaperSchema,
  NewRating: prompts.newRatingSchema,
  NewReleaseNote: releaseNotes.releaseNoteSchema,
  NewToken: tokens.newTokenSchema,
  NewsFetch: news.newsFetchSchema,
  OneTimeLink: users.oneTimeLinkSchema,
  MentionablePeople: comments.mentionablePeopleSchema,
  PersonMention: comments.personMentionSchema,
  OpenQuestion: ask.openQuestionSchema,
  Paper: papers.paperSchema,
  SimilarPaper: papers.similarPaperSchema,
  PasswordChange: users.passwordChangeSchema,
  PasswordReset: users.passwordResetSchema,
  ProfileEdit: users.profileEditSchema,
  ProviderAddress: users.providerAddressSchema,
  ProviderLink: users.providerLinkSchema,
  PresentVerdict: verdicts.currentVerdictSchema,
  Radar: verdicts.radarSchema,
  PromptInAssistants: assistants.promptInAssistantsSchema,
  PromptRating: prompts.promptRatingSchema,
  PromptRatings: prompts.promptRatingsSchema,
  PublishedBrief: briefs.publishedBriefSchema,
  PublishedBriefSummary: briefs.listedBriefSchema,
  RatedPrompt: prompts.ratedPromptSchema,
  RatedTool: prompts.ratedToolSchema,
  Quote: ask.quoteSchema,
  Registration: users.registrationSchema,
  ReleaseNote: tools.toolSchema.shape.releaseNotes.element,
  Restored: deletions.restoredSchema,
  SearchAnswer: search.searchAnswerSchema,
  SearchResult: search.searchResultSchema,
  SavePlan: save.savePlanSchema,
  SavePlanRequest: save.savePlanRequestSchema,
  SaveRequest: save.saveRequestSchema,
  Saved: save.savedSchema,
  Session: users.sessionSchema,
  SkillSwitch: assistants.skillSwitchSchema,
  SignUp: users.signInOptionsSchema,
  SinceLastLook: activity.sinceSchema,
  SourceFailure: jobs.sourceFailureSchema,
  StartedJob: jobs.startedJobSchema,
  SystemOverview: attention.systemOverviewSchema,
  SimilarTool: tools.similarToolSchema,
  ToolVerdict: verdicts.toolVerdictSchema,
  UndoneImport: imports.undoneImportSchema,
  UnseenCounts: activity.unseenSchema,
  UploadAddress: uploads.uploadAddressSchema,
  UploadRequest: uploads.uploadRequestSchema,
  User: users.userSchema,
  UserEdit: users.userEditSchema,
  ManagedUser: users.managedUserSchema,
  AccountEvent: users.accountEventSchema,
  Verdict: verdicts.verdictSchema,
  VersionRestore: versions.restoreRequestSchema,
  Watch: inbox.watchSchema,
};

const itemOfPage = (page?: z.ZodType) =>
  page instanceof z.ZodObject && page.shape["items"] instanceof z.ZodArray
    ? page.shape["items"].element
    : undefined;

/** Schemas of the calls that every kind has, named after the kind: `Tool`, `NewTool`, `ToolEdit` and so on. */
const SCHEMAS_OF_KINDS = LIBRARY_KINDS.flatMap((kind) => {
  const { one, many } = KINDS[kind];
  const name = optionLabel(one);
  const path = routes.find(({ procedure }) => procedure === `${many}.list`)?.path;
  const importing = routes.find((route) => route.path === `${path}/import`);
  return Object.entries({
    [name]: getProcedure(`${many}.get`).output,
    [`New${name}`]: getProcedure(`${many}.add`).input,
    [`${name}Edit`]: getProcedure(`${many}.edit`).input,
    [`${name}Version`]: itemOfPage(getProcedure(`${many}.versions`).output),
    [`${name}Import`]: importing && getProcedure(importing.procedure).input,
  });
});

/** Registry of the names, for zod's JSON Schema. */
export const schemaNames = z.registry<{ id: string }>();
for (const [id, schema] of [...Object.entries(SCHEMAS), ...SCHEMAS_OF_KINDS]) {
  if (schema) schemaNames.add(schema, { id });
}
