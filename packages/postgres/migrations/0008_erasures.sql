CREATE TABLE "erasures" (
	"kind" text NOT NULL,
	"erased_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "erasures_kind_erased_id_pk" PRIMARY KEY("kind","erased_id")
);
