UPDATE "users" SET "email" = '', "name" = '' WHERE "removed_at" IS NOT NULL;
