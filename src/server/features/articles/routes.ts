import {
  createArticle,
  deleteArticle,
  listArticles,
  listArticleVotes,
  moveArticle,
  updateArticle,
} from '../../../contract/articles.ts';
import { handlersOf, type MutationHandler } from '../../platform/changes/synced.ts';
import { route } from '../../platform/http/route.ts';
import {
  addArticle,
  articleList,
  articleVotes,
  editArticle,
  placeArticle,
  removeArticle,
  voteInTransaction,
} from './operations.ts';

export const routes = [
  route(listArticles, articleList),
  route(createArticle, addArticle),
  route(updateArticle, editArticle),
  route(moveArticle, placeArticle),
  route(deleteArticle, removeArticle),
  route(listArticleVotes, articleVotes),
];

/** The votes of users, which a device may queue offline. */
export const mutations: readonly MutationHandler[] = handlersOf('article.vote', voteInTransaction);
